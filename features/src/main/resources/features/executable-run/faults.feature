Feature: What goes wrong in a program is told, and reaches it as the driver's error

  @ER-04 @sim
  Rule: A fault of device code is reported with the line of the source, if the program was built with debug information

    Scenario Outline: The last thread writes past the end, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable out_of_bounds is built at O2 and run
      Then the program ends as CRASH(SIGABRT): "failure of target construct"
      And the report names "out_of_bounds.cpp:10"

      Examples:
        | toolchain |
        | clang-15  |
        | clang-16  |
        | clang-19  |
        | clang-22  |

  @ER-24 @sim
  Rule: An access of the host to memory of a device is reported with the function that makes it, and ends the program

    Scenario Outline: The host reads what omp_target_alloc gave, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable host_access is built at O2 and run
      Then the program ends as CRASH(SIGSEGV): ""
      And the report names "the host reads device memory at 0x2"
      And the report names "12 bytes into 'cuMemAlloc_v2' (64 bytes at 0x2"
      And the report names "host     main in host_access+0x"

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    Scenario Outline: The same under the kit's runtime, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable host_access is built at O2 and run under the kit's runtime
      Then the program ends as CRASH(SIGSEGV): ""
      And the report names "12 bytes into 'omp_target_alloc' (64 bytes at 0x2"
      And the report names "host     main in host_access+0x"

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

  @ER-05 @sim
  Rule: A fault that is asked for reaches the program as the driver's error, and the runtime takes its documented path

    Scenario Outline: <fault> under <policy>, built by clang-16
      Given the toolchain clang-16
      When the executable 01_parallel_for is built at O2 and run with "--inject <fault>" under <policy>
      Then the program ends as <kind>: "<reason>"

      Examples:
        | fault            | policy    | kind           | reason                                                    |
        | no-device        | MANDATORY | CRASH(SIGABRT) | failure of target construct while offloading is mandatory |
        | launch-failure@1 | MANDATORY | CRASH(SIGABRT) | failure of target construct while offloading is mandatory |
        | copy-failure@2   | MANDATORY | CRASH(SIGABRT) | failure of target construct while offloading is mandatory |
        | device-lost@1    | MANDATORY | CRASH(SIGABRT) | failure of target construct while offloading is mandatory |

    Scenario Outline: The runtime of <toolchain> frees what it keeps and tries again when memory runs out once
      Given the toolchain <toolchain>
      When the executable 01_parallel_for is built at O2 and run with "--inject oom@1"
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain |
        | clang-16  |

    @quick
    Scenario Outline: Without a device the host computes, and it is said, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable 01_parallel_for is built at O2 and run with "--inject no-device" under DEFAULT
      Then its results are the host's and the driver launched none

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
