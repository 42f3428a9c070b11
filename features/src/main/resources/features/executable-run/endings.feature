Feature: However a program ends, it ends at once, and what ran before is reported

  @ER-06 @sim
  Rule: A program that ends in whatever way leaves nothing behind, and the report of what it ran is not lost

    Scenario Outline: abort() in host code, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable aborts is built at O2 and run
      Then the program ends as CRASH(SIGABRT): "in aborts"
      And the driver launched 1 kernel of it

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    Scenario: exit() in another thread
      Given the toolchain clang-16
      When the executable exits_from_thread is built at O2 and run
      Then the program ends as FAIL_RUNTIME: "exits_from_thread exited with status 7"
      And the driver launched 1 kernel of it

    Scenario: A program whose kernel never ends is killed
      Given the toolchain clang-16
      When the executable never_ends is built at O2, run, and killed when it has printed "begun"
      Then the program ends as CRASH(SIGKILL): "in never_ends"
      And the driver launched 2 kernels of it
      When the executable 01_parallel_for is built at O2 and run
      Then its results are the host's and the driver launched its kernels

    Scenario Outline: A program that forks, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable forks is built at O2 and run
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

  @ER-07 @sim
  Rule: A program whose driver goes away gets an error and does not wait

    Scenario: The server is killed while a kernel runs
      Given the toolchain clang-16
      When the executable never_ends is built at O2, run, and its server killed when it has printed "begun"
      Then the program ends as CRASH(SIGABRT): "failure of target construct"
