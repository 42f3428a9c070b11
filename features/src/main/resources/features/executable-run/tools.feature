Feature: Tools see what a program offloads
  The executable is its own tool. Debian's libomptarget 16 and 22 are built without the tool interface.

  @ER-21 @sim
  Rule: A tool is told of constructs, of the memory and the copies for them, and of launches

    Scenario Outline: Under the kit's runtime, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable tool is built at O2 and run under the kit's runtime
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    Scenario Outline: Under the toolchain's runtime, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable tool is built at O2 and run
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain |
        | clang-19  |
