Feature: Executables of real toolchains under the kit's runtime
  The executables are those that run with their toolchain's own runtime, unchanged: the loader finds
  another libomptarget.so.

  @ER-15 @ER-16 @sim
  Rule: The results are the host's, and what is mapped and copied is what the toolchain's runtime maps and copies

    Scenario Outline: <program> built by clang-16
      Given the toolchain clang-16
      When the executable <program> is built at O2 and run under either runtime
      Then its results are the host's and the driver launched its kernels
      And both have mapped and copied the same

      Examples:
        | program                 |
        | 00_zaxpy                |
        | 01_parallel_for         |
        | 02_reduction            |
        | 03_nested_parallel      |
        | 04_generic_mode         |
        | 05_atomics              |
        | 06_critical             |
        | 07_printf               |
        | 08_math                 |
        | 09_shared_data          |
        | 10_declare_target       |
        | 12_tasks                |
        | 13_collapse_simd_scan   |
        | 14_malloc_struct_intrin |
        | 15_team_sync_locks      |
        | zaxpy_sum               |
        | dynamic_schedule        |
        | data_environment        |
        | target_tasks            |
        | two_units               |
        | corpus_programs         |

    Scenario Outline: <program> built by clang-19
      Given the toolchain clang-19
      When the executable <program> is built at O2 and run under either runtime
      Then its results are the host's and the driver launched its kernels
      And both have mapped and copied the same

      Examples:
        | program                 |
        | 00_zaxpy                |
        | 01_parallel_for         |
        | 02_reduction            |
        | 03_nested_parallel      |
        | 04_generic_mode         |
        | 05_atomics              |
        | 06_critical             |
        | 07_printf               |
        | 08_math                 |
        | 09_shared_data          |
        | 10_declare_target       |
        | 12_tasks                |
        | 13_collapse_simd_scan   |
        | 14_malloc_struct_intrin |
        | 15_team_sync_locks      |
        | zaxpy_sum               |
        | dynamic_schedule        |
        | data_environment        |
        | target_tasks            |
        | two_units               |
        | corpus_programs         |

    Scenario: Every form of mapping, built by clang-19
      Given the toolchain clang-19
      When the executable map_operations is built at O2 and run under either runtime
      Then its results are the host's and the driver launched its kernels
      And both have mapped and copied the same

    Scenario Outline: <program>, built by clang-22, as D62 and D81 say
      Given the toolchain clang-22
      When the executable <program> is built at O2 and run under either runtime
      Then its results are the host's and the driver launched its kernels
      And the toolchain's runtime and the kit's have mapped and copied differently
        | toolchain                                                   | kit |
        | 48 bytes in no row copied to the device                     |     |
        | row <first> found, counts 1 (update suppressed) and 0  |     |
        | row <second> found, counts 1 (update suppressed) and 0 |     |

      Examples:
        | program        | first           | second           |
        | 00_zaxpy       | 1, 0 bytes at 0 | 2, 0 bytes at 0  |
        | map_operations | 4, 0 bytes at 0 | 3, 8 bytes at 40 |

    Scenario: Every form of mapping, built by clang-16, as D63 says
      Given the toolchain clang-16
      When the executable map_operations is built at O2 and run under either runtime
      Then its results are the host's and the driver launched its kernels
      And the toolchain's runtime and the kit's have mapped and copied differently
        | toolchain                                   | kit                                        |
        | 12 bytes in no row copied to the device     | 6 bytes in no row copied to the device     |

  @ER-22 @sim
  Rule: LIBOMPTARGET_INFO prints what the toolchain's runtime prints

    Scenario Outline: <program>, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable <program> is built at O2 and run under either runtime
      Then its results are the host's and the driver launched its kernels
      And both have printed the same but for
        | toolchain                                                                                                | kit |
        | CUDA device 0 info: The primary context is inactive, set its flags to CU_CTX_SCHED_BLOCKING_SYNC |     |

      Examples:
        | toolchain | program        |
        | clang-16  | traced_regions |
        | clang-16  | traced_globals |
        | clang-16  | traced_members |
        | clang-16  | traced_tasks   |
        | clang-19  | traced_regions |
        | clang-19  | traced_globals |
        | clang-19  | traced_members |
        | clang-19  | traced_tasks   |

    Scenario Outline: <program>, built by clang-22, as D62 says
      Given the toolchain clang-22
      When the executable <program> is built at O2 and run under either runtime
      Then its results are the host's and the driver launched its kernels
      And both have printed the same but for
        | toolchain                                                                                                | kit |
        | CUDA device 0 info: The primary context is inactive, set its flags to CU_CTX_SCHED_BLOCKING_SYNC |     |
        | omptarget device 0 info: Copying data from host to device, HstPtr=0x…, TgtPtr=0x…, Size=48, Name=… |     |

      Examples:
        | program        |
        | traced_regions |
        | traced_tasks   |

  @ER-15 @sim
  Rule: Threads, devices and libraries that come and go are served, too

    Scenario Outline: Two devices, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable two_devices is built at O2 and run under the kit's runtime with "--devices 2"
      Then its results are the host's and the driver launched its kernels
      And the driver launched kernels on the devices 0,1

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    Scenario Outline: <toolchain> built a loop that stops, as <deviation> says
      Given the toolchain <toolchain>
      When the executable 11_dynamic_schedule is built at O2 and run under the kit's runtime
      Then the program ends as CRASH(SIGABRT): "failure of target construct"
      And the report names "<finding>"

      Examples:
        | toolchain | deviation | finding                                           |
        | clang-16  | D21       | load of 4 bytes at 0x20 is through a null pointer |
        | clang-19  | D22       | deadlock: no thread can make progress                     |
        | clang-22  | D22       | deadlock: no thread can make progress                     |

    Scenario Outline: <program> built by clang-22 under the kit's runtime
      Given the toolchain clang-22
      When the executable <program> is built at O2 and run under the kit's runtime
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program                 |
        | 00_zaxpy                |
        | 01_parallel_for         |
        | 02_reduction            |
        | 03_nested_parallel      |
        | 04_generic_mode         |
        | 05_atomics              |
        | 06_critical             |
        | 07_printf               |
        | 08_math                 |
        | 09_shared_data          |
        | 10_declare_target       |
        | 12_tasks                |
        | 13_collapse_simd_scan   |
        | 14_malloc_struct_intrin |
        | 15_team_sync_locks      |
        | zaxpy_sum               |
        | dynamic_schedule        |
        | data_environment        |
        | target_tasks            |
        | two_units               |
        | corpus_programs         |

    Scenario Outline: <program> built by <toolchain>
      Given the toolchain <toolchain>
      When the executable <program> is built at O2 and run under the kit's runtime
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain | program            |
        | clang-16  | host_threads       |
        | clang-19  | host_threads       |
        | clang-22  | host_threads       |
        | clang-16  | fresh_thread       |
        | clang-19  | fresh_thread       |
        | clang-22  | fresh_thread       |
        | clang-16  | offloading_library |
        | clang-19  | offloading_library |
        | clang-22  | offloading_library |
        | clang-16  | called_library     |
        | clang-19  | called_library     |
        | clang-16  | forks              |
        | clang-19  | forks              |
        | clang-22  | forks              |
        | clang-16  | mappers            |
        | clang-19  | mappers            |
        | clang-22  | mappers            |
