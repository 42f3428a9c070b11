Feature: What the device runtime has to offer

  @ER-10 @sim
  Rule: A critical section is executed by one thread at a time

    Scenario Outline: Counting in a critical section, built by <toolchain> at <level>
      Given the toolchain <toolchain>
      When the executable 06_critical is built at <level> and run
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain | level |
        | clang-15  | O2    |
        | clang-16  | O0    |
        | clang-16  | O2    |
        | clang-16  | O3    |
        | clang-16  | LTO   |
        | clang-19  | O0    |
        | clang-22  | O0    |
        | clang-19  | O2    |
        | clang-22  | O2    |
        | clang-19  | O3    |
        | clang-22  | O3    |
        | clang-19  | LTO   |
        | clang-22  | LTO   |

  @ER-11 @sim
  Rule: What a compiler accepts for a device links with the device runtime of the same release

    Scenario Outline: <program>, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable <program> is built at O2 and run
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain | program      |
        | clang-15  | 06_critical  |
        | clang-19  | 06_critical  |
        | clang-22  | 06_critical  |
        | clang-16  | 12_tasks     |
        | clang-19  | 12_tasks     |
        | clang-22  | 12_tasks     |

    Scenario: clang-15's runtime cannot allocate a task, as D20 says
      Given the toolchain clang-15
      When the executable 12_tasks is built at O2
      Then the build ends as FAIL_LINK: "__kmpc_omp_task_alloc"

  @ER-12 @sim
  Rule: Every iteration of a loop is executed once, whatever its schedule

    Scenario Outline: Dynamic and guided schedules, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable dynamic_schedule is built at O2 and run
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain |
        | clang-15  |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    Scenario Outline: <toolchain> built a loop that stops, as <deviation> says
      Given the toolchain <toolchain>
      When the executable 11_dynamic_schedule is built at O2 and run
      Then the program ends as CRASH(SIGABRT): "failure of target construct"
      And the report names "<finding>"

      Examples:
        | toolchain | deviation | finding                                                |
        | clang-15  | D21       | load of 4 bytes at 0x20 is through a null pointer      |
        | clang-16  | D21       | load of 4 bytes at 0x20 is through a null pointer      |
        | clang-19  | D22       | deadlock: no thread can make progress                          |
        | clang-22  | D22       | deadlock: no thread can make progress                          |

    Scenario Outline: The deadlock of a loop that <toolchain> built has the deviation as its cause
      Given the toolchain <toolchain>
      When the executable 11_dynamic_schedule is built at <level> and run with "--interleave 4096"
      Then the report names "cause    known defect D22: LLVM's device runtime"

      Examples:
        | toolchain | level |
        | clang-19  | O0    |
        | clang-19  | O2    |
        | clang-22  | O0    |
        | clang-22  | O2    |

  @ER-01 @sim
  Rule: Variables that the threads of a block share do not overlap

    Scenario Outline: A block of one warp, built by <toolchain> at <level>
      Given the toolchain <toolchain>
      When the executable one_warp is built at <level> and run
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain | level |
        | clang-16  | O0    |
        | clang-16  | O2    |

    Scenario: clang-19's runtime lets them overlap, as D79 says
      Given the toolchain clang-19
      When the executable one_warp is built at O0 and run
      Then the program ends as CRASH(SIGABRT): "failure of target construct"
      And the report names "load of 4 bytes at 0x0 is through a null pointer"

    Scenario: clang-22's runtime lets them overlap, as D79 says
      Given the toolchain clang-22
      When the executable one_warp is built at O0 and run
      Then the program ends as CRASH(SIGABRT): "failure of target construct"
      And the report names "load of 4 bytes at 0x0 is through a null pointer"

  @ER-01 @sim
  Rule: A region has the threads of its team, whatever number an earlier one had

    Scenario Outline: A region with fewer threads than its team, by <toolchain>, as D85 says
      Given the toolchain <toolchain>
      When the executable fewer_threads is built at O2 and run with "--check all"
      Then the program ends as FAIL_VALUE: "second[64] is 0, when it should be 96"
      And the report does not name "finding 1"

      Examples:
        | toolchain |
        | clang-19  |
        | clang-22  |

    Scenario: Host and device count lambdas apart, and clang-16 leaves the kernel out, as D75 says
      Given the toolchain clang-16
      When the executable counted_lambdas is built at O2
      Then the build ends as FAIL_FORMAT: "for which the host has an entry"

    Scenario: Host and device count lambdas apart, and clang-19 leaves the kernel out, as D75 says
      Given the toolchain clang-19
      When the executable counted_lambdas is built at O2
      Then the build ends as FAIL_FORMAT: "for which the host has an entry"

  @ER-12 @sim
  Rule: A loop that is said to be one has its iterations

    Scenario: clang-16 makes no code of `target teams loop`, as D76 says
      Given the toolchain clang-16
      When the executable left_out_loop is built at O2 and run
      Then the program ends as FAIL_VALUE: "x[0] is -1, when it should be 0"

    Scenario: clang-19 executes its iterations
      Given the toolchain clang-19
      When the executable left_out_loop is built at O2 and run
      Then its results are the host's and the driver launched its kernels
