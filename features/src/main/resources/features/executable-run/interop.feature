Feature: Interoperability objects have a device until they are destroyed

  @ER-01 @ER-23 @sim
  Rule: Objects are initialized, queried, used and destroyed under the toolchain's runtime

    Scenario Outline: <program>, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable <program> is built at O2 and run
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain | program       |
        | clang-16  | interop       |
        | clang-19  | interop       |
        | clang-19  | interop_tasks |

    Scenario Outline: <program> under libomptarget 22, as D88 says
      Given the toolchain clang-22
      When the executable <program> is built at O2 and run
      Then the program ends as CRASH(SIGABRT): "Interop sync barrier failed"

      Examples:
        | program       |
        | interop       |
        | interop_tasks |

    Scenario: clang-16 builds no dependence of an interop construct, as D90 says
      Given the toolchain clang-16
      When the executable interop_tasks is built at O2
      Then the build ends as FAIL_COMPILE: "Invalid record"

  @ER-15 @ER-16 @ER-23 @sim
  Rule: The kit's runtime gives the same answers, and maps and copies the same

    Scenario Outline: <program>, built by <toolchain>, under either runtime
      Given the toolchain <toolchain>
      When the executable <program> is built at O2 and run under either runtime
      Then its results are the host's and the driver launched its kernels
      And both have mapped and copied the same

      Examples:
        | toolchain | program       |
        | clang-16  | interop       |
        | clang-19  | interop       |
        | clang-19  | interop_tasks |

    Scenario Outline: <program>, built by clang-22, under the kit's runtime
      Given the toolchain clang-22
      When the executable <program> is built at O2 and run under the kit's runtime
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program       |
        | interop       |
        | interop_tasks |

  @ER-23 @ER-17 @sim
  Rule: The use of an object that was destroyed is reported at its place

    Scenario Outline: An object is used after it was destroyed, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable stale_interop is built at O2 and run under the kit's runtime
      Then the program ends by the requirement ER-23 at "stale_interop.cpp:11:1 (main)"

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |
