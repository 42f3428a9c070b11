@sim
Feature: Real programs open and close libraries that offload

  @RG-14
  Rule: A library is mapped where another one was

    Scenario Outline: Its own variables are mapped under the kit's runtime, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable reopened_library is built at O2 and run under the kit's runtime
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    Scenario Outline: Under the runtime of <toolchain> the variables of the one before stay mapped, as D54 says
      Given the toolchain <toolchain>
      When the executable reopened_library is built at O2 and run
      Then the program ends as FAIL_VALUE: "is 6, when it should be 101"

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

  @RG-17
  Rule: Nothing looks for a library that has gone

    Scenario Outline: Its pages are left alone by the kit's runtime, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable gone_library is built at O2 and run under the kit's runtime
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    Scenario Outline: The runtime of <toolchain> crashes, as D51 says
      Given the toolchain <toolchain>
      When the executable gone_library is built at O2 and run
      Then the program ends as CRASH(SIGSEGV): ""

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |

    Scenario: Since LLVM 21 the runtime leaves them alone
      Given the toolchain clang-22
      When the executable gone_library is built at O2 and run
      Then its results are the host's and the driver launched its kernels
