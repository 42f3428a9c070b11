Feature: Executables of real toolchains give the host's results on the simulated GPU
  Built by an installed compiler with the device toolkit, run with its own runtime on the emulated
  driver. Every program compares its results with a computation on the host.

  @ER-01 @ER-13 @ER-14 @CP-06 @sim
  Rule: The driver's launch count shows that the device computed what the program checks

    Scenario Outline: <program> built by clang-16 at <level>
      Given the toolchain clang-16
      When the executable <program> is built at <level> and run
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program                 | level |
        | 00_zaxpy                | O0    |
        | 00_zaxpy                | O2    |
        | 00_zaxpy                | O3    |
        | 00_zaxpy                | LTO   |
        | 01_parallel_for         | O0    |
        | 01_parallel_for         | O2    |
        | 01_parallel_for         | O3    |
        | 01_parallel_for         | LTO   |
        | 02_reduction            | O0    |
        | 02_reduction            | O2    |
        | 02_reduction            | O3    |
        | 02_reduction            | LTO   |
        | 03_nested_parallel      | O0    |
        | 03_nested_parallel      | O2    |
        | 03_nested_parallel      | O3    |
        | 03_nested_parallel      | LTO   |
        | 04_generic_mode         | O0    |
        | 04_generic_mode         | O2    |
        | 04_generic_mode         | O3    |
        | 04_generic_mode         | LTO   |
        | 05_atomics              | O0    |
        | 05_atomics              | O2    |
        | 05_atomics              | O3    |
        | 05_atomics              | LTO   |
        | 07_printf               | O0    |
        | 07_printf               | O2    |
        | 07_printf               | O3    |
        | 07_printf               | LTO   |
        | 08_math                 | O0    |
        | 08_math                 | O2    |
        | 08_math                 | O3    |
        | 08_math                 | LTO   |
        | 09_shared_data          | O0    |
        | 09_shared_data          | O2    |
        | 09_shared_data          | O3    |
        | 09_shared_data          | LTO   |
        | 10_declare_target       | O0    |
        | 10_declare_target       | O2    |
        | 10_declare_target       | O3    |
        | 10_declare_target       | LTO   |
        | dynamic_schedule        | O0    |
        | dynamic_schedule        | O2    |
        | dynamic_schedule        | O3    |
        | dynamic_schedule        | LTO   |
        | 12_tasks                | O0    |
        | 12_tasks                | O2    |
        | 12_tasks                | O3    |
        | 12_tasks                | LTO   |
        | 13_collapse_simd_scan   | O0    |
        | 13_collapse_simd_scan   | O2    |
        | 13_collapse_simd_scan   | O3    |
        | 13_collapse_simd_scan   | LTO   |
        | 14_malloc_struct_intrin | O0    |
        | 14_malloc_struct_intrin | O2    |
        | 14_malloc_struct_intrin | O3    |
        | 14_malloc_struct_intrin | LTO   |
        | 15_team_sync_locks      | O0    |
        | 15_team_sync_locks      | O2    |
        | 15_team_sync_locks      | O3    |
        | 15_team_sync_locks      | LTO   |
        | zaxpy_sum               | O0    |
        | zaxpy_sum               | O2    |
        | zaxpy_sum               | O3    |
        | zaxpy_sum               | LTO   |
        | data_environment        | O0    |
        | data_environment        | O2    |
        | data_environment        | O3    |
        | data_environment        | LTO   |
        | target_tasks            | O0    |
        | target_tasks            | O2    |
        | target_tasks            | O3    |
        | target_tasks            | LTO   |

    Scenario Outline: <program> built by clang-19 at <level>
      Given the toolchain clang-19
      When the executable <program> is built at <level> and run
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program                 | level |
        | 00_zaxpy                | O0    |
        | 00_zaxpy                | O2    |
        | 00_zaxpy                | O3    |
        | 00_zaxpy                | LTO   |
        | 01_parallel_for         | O0    |
        | 01_parallel_for         | O2    |
        | 01_parallel_for         | O3    |
        | 01_parallel_for         | LTO   |
        | 02_reduction            | O0    |
        | 02_reduction            | O2    |
        | 02_reduction            | O3    |
        | 02_reduction            | LTO   |
        | 03_nested_parallel      | O0    |
        | 03_nested_parallel      | O2    |
        | 03_nested_parallel      | O3    |
        | 03_nested_parallel      | LTO   |
        | 04_generic_mode         | O0    |
        | 04_generic_mode         | O2    |
        | 04_generic_mode         | O3    |
        | 04_generic_mode         | LTO   |
        | 05_atomics              | O0    |
        | 05_atomics              | O2    |
        | 05_atomics              | O3    |
        | 05_atomics              | LTO   |
        | 07_printf               | O0    |
        | 07_printf               | O2    |
        | 07_printf               | O3    |
        | 07_printf               | LTO   |
        | 08_math                 | O0    |
        | 08_math                 | O2    |
        | 08_math                 | O3    |
        | 08_math                 | LTO   |
        | 09_shared_data          | O0    |
        | 09_shared_data          | O2    |
        | 09_shared_data          | O3    |
        | 09_shared_data          | LTO   |
        | 10_declare_target       | O0    |
        | 10_declare_target       | O2    |
        | 10_declare_target       | O3    |
        | 10_declare_target       | LTO   |
        | dynamic_schedule        | O0    |
        | dynamic_schedule        | O2    |
        | dynamic_schedule        | O3    |
        | dynamic_schedule        | LTO   |
        | 12_tasks                | O0    |
        | 12_tasks                | O2    |
        | 12_tasks                | O3    |
        | 12_tasks                | LTO   |
        | 13_collapse_simd_scan   | O0    |
        | 13_collapse_simd_scan   | O2    |
        | 13_collapse_simd_scan   | O3    |
        | 13_collapse_simd_scan   | LTO   |
        | 14_malloc_struct_intrin | O0    |
        | 14_malloc_struct_intrin | O2    |
        | 14_malloc_struct_intrin | O3    |
        | 14_malloc_struct_intrin | LTO   |
        | 15_team_sync_locks      | O0    |
        | 15_team_sync_locks      | O2    |
        | 15_team_sync_locks      | O3    |
        | 15_team_sync_locks      | LTO   |
        | zaxpy_sum               | O0    |
        | zaxpy_sum               | O2    |
        | zaxpy_sum               | O3    |
        | zaxpy_sum               | LTO   |
        | data_environment        | O0    |
        | data_environment        | O2    |
        | data_environment        | O3    |
        | data_environment        | LTO   |
        | target_tasks            | O0    |
        | target_tasks            | O2    |
        | target_tasks            | O3    |
        | target_tasks            | LTO   |

    Scenario Outline: <program> built by clang-22 at <level>
      Given the toolchain clang-22
      When the executable <program> is built at <level> and run
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program                 | level |
        | 00_zaxpy                | O0    |
        | 00_zaxpy                | O2    |
        | 00_zaxpy                | O3    |
        | 00_zaxpy                | LTO   |
        | 01_parallel_for         | O0    |
        | 01_parallel_for         | O2    |
        | 01_parallel_for         | O3    |
        | 01_parallel_for         | LTO   |
        | 02_reduction            | O0    |
        | 02_reduction            | O2    |
        | 02_reduction            | O3    |
        | 02_reduction            | LTO   |
        | 03_nested_parallel      | O0    |
        | 03_nested_parallel      | O2    |
        | 03_nested_parallel      | O3    |
        | 03_nested_parallel      | LTO   |
        | 04_generic_mode         | O0    |
        | 04_generic_mode         | O2    |
        | 04_generic_mode         | O3    |
        | 04_generic_mode         | LTO   |
        | 05_atomics              | O0    |
        | 05_atomics              | O2    |
        | 05_atomics              | O3    |
        | 05_atomics              | LTO   |
        | 07_printf               | O0    |
        | 07_printf               | O2    |
        | 07_printf               | O3    |
        | 07_printf               | LTO   |
        | 08_math                 | O0    |
        | 08_math                 | O2    |
        | 08_math                 | O3    |
        | 08_math                 | LTO   |
        | 09_shared_data          | O0    |
        | 09_shared_data          | O2    |
        | 09_shared_data          | O3    |
        | 09_shared_data          | LTO   |
        | 10_declare_target       | O0    |
        | 10_declare_target       | O2    |
        | 10_declare_target       | O3    |
        | 10_declare_target       | LTO   |
        | dynamic_schedule        | O0    |
        | dynamic_schedule        | O2    |
        | dynamic_schedule        | O3    |
        | dynamic_schedule        | LTO   |
        | 12_tasks                | O0    |
        | 12_tasks                | O2    |
        | 12_tasks                | O3    |
        | 12_tasks                | LTO   |
        | 13_collapse_simd_scan   | O0    |
        | 13_collapse_simd_scan   | O2    |
        | 13_collapse_simd_scan   | O3    |
        | 13_collapse_simd_scan   | LTO   |
        | 14_malloc_struct_intrin | O0    |
        | 14_malloc_struct_intrin | O2    |
        | 14_malloc_struct_intrin | O3    |
        | 14_malloc_struct_intrin | LTO   |
        | 15_team_sync_locks      | O0    |
        | 15_team_sync_locks      | O2    |
        | 15_team_sync_locks      | O3    |
        | 15_team_sync_locks      | LTO   |
        | zaxpy_sum               | O0    |
        | zaxpy_sum               | O2    |
        | zaxpy_sum               | O3    |
        | zaxpy_sum               | LTO   |
        | data_environment        | O0    |
        | data_environment        | O2    |
        | data_environment        | O3    |
        | data_environment        | LTO   |
        | target_tasks            | O0    |
        | target_tasks            | O2    |
        | target_tasks            | O3    |
        | target_tasks            | LTO   |

    Scenario Outline: <program> built by clang-15 at <level>
      Given the toolchain clang-15
      When the executable <program> is built at <level> and run
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program                 | level |
        | 00_zaxpy                | O2    |
        | 01_parallel_for         | O2    |
        | 02_reduction            | O2    |
        | 03_nested_parallel      | O2    |
        | 04_generic_mode         | O2    |
        | 05_atomics              | O2    |
        | 07_printf               | O2    |
        | 08_math                 | O2    |
        | 09_shared_data          | O2    |
        | 10_declare_target       | O2    |
        | dynamic_schedule        | O2    |
        | 13_collapse_simd_scan   | O2    |
        | 14_malloc_struct_intrin | O2    |
        | 15_team_sync_locks      | O2    |
        | zaxpy_sum               | O2    |
        | data_environment        | O2    |
        | target_tasks            | O2    |

  @ER-35 @sim
  Rule: A program built for an architecture runs on a device of it, and on no device of another

    Scenario Outline: A reduction for <architecture> built by <toolchain>
      Given the toolchain <toolchain>
      When the executable reduction_<architecture> is built at O2 and run with "--device <device> --check all"
      Then its results are the host's and the driver launched its kernels
      And the report names "simulated GPU (<device>), 0 findings"

      Examples:
        | toolchain | architecture | device |
        | clang-16  | sm_86        | a40    |
        | clang-16  | sm_86        | l40    |
        | clang-19  | sm_89        | l40    |
        | clang-22  | sm_89        | l40    |

    Scenario Outline: A reduction for <architecture> finds no device
      Given the toolchain clang-19
      When the executable reduction_<architecture> is built at O2 and run with "--device <device>" under DEFAULT
      Then the program ends as FAIL_RUNTIME: "images for <architecture> when the device <device> takes"

      Examples:
        | architecture | device |
        | sm_86        | t4     |
        | sm_89        | a40    |
        | sm_89        | b200   |
