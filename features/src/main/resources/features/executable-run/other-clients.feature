Feature: Programs that no toolchain built find the emulated driver too

  @ER-08 @sim
  Rule: A tool that asks for devices is answered with nothing but the library path set

    Scenario Outline: The tool of <toolchain>
      Given the toolchain <toolchain>
      When the toolchain's tool lists the devices
      Then it prints "sm_75"

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

  @ER-09 @sim
  Rule: The driver calls of another binding, from a JVM of its own, load, copy and launch

    Scenario: The CUDA plugin over JCuda
      When the kit's scenarios for CUDA run in a JVM of their own on the emulated driver
      Then all of them pass and the driver launched their kernels

    Scenario: The plugin over LLVM 22's liboffload
      Given the toolchain clang-22
      When the kit's scenarios for liboffload run in a JVM of their own on the emulated driver
      Then all of them pass and the driver launched their kernels
