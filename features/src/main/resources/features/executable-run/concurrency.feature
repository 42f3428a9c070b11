Feature: Threads, devices and processes do not disturb each other

  @ER-02 @sim
  Rule: Threads of a program, its devices, and programs at the same time each get their own results

    Scenario Outline: Threads that offload at once, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable host_threads is built at O2 and run
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    Scenario Outline: A thread that launches before it copies, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable fresh_thread is built at O2 and run
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    Scenario Outline: Two devices, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable two_devices is built at O2 and run with "--devices 2"
      Then its results are the host's and the driver launched its kernels
      And the driver launched kernels on the devices 0,1

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    Scenario Outline: Two processes, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable 02_reduction is built at O2 and run 2 times at once
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

  @ER-03 @sim
  Rule: Device code of several units, of static libraries and of libraries that come and go is linked, found and let go

    Scenario Outline: <program> built by <toolchain> at <level>
      Given the toolchain <toolchain>
      When the executable <program> is built at <level> and run
      Then its results are the host's and the driver launched its kernels

      @quick
      Examples:
        | toolchain | program            | level |
        | clang-16  | two_units          | O2    |
        | clang-16  | offloading_library | O2    |
        | clang-19  | two_units          | O2    |
        | clang-19  | offloading_library | O2    |
        | clang-22  | two_units          | O2    |
        | clang-22  | offloading_library | O2    |

      Examples:
        | toolchain | program            | level |
        | clang-16  | called_library     | O0    |
        | clang-16  | called_library     | O2    |
        | clang-19  | called_library     | O0    |
        | clang-19  | called_library     | O2    |
        | clang-16  | two_units          | O0    |
        | clang-16  | two_units          | LTO   |
        | clang-19  | two_units          | O0    |
        | clang-19  | two_units          | LTO   |
        | clang-22  | two_units          | O0    |
        | clang-22  | two_units          | LTO   |

    @RL-08 @quick
    Scenario Outline: Units linked to one object with their device code, built by <toolchain> at <level>
      Given the toolchain <toolchain>
      When the executable merged_units is built at <level> and run
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain | level |
        | clang-19  | O2    |

  @ER-19 @sim
  Rule: Kernels of different streams make progress together

    Scenario Outline: Two regions that wait for each other, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable concurrent_regions is built at O2 and run
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |
