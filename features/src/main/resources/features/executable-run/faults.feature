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
