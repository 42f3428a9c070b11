Feature: Programs under real runtimes
  An object of a real compiler, linked by the kit, is a program that a real libomptarget registers
  and runs. Offloading is mandatory, so that no region runs on the host.

  @DL-08 @HL-06
  Scenario Outline: A program for the CPU as device, with a function from an archive
    Given the runtime of <toolchain>
    And the files <object>, lib.a(<members>)
    When a position-independent program of "<object> lib.a" is linked with ld and run on the device
    Then it exits with status 0

    Examples: its region calls a function that the archive's object defines
      | toolchain | object | members       |
      | clang-16  | lm16.o | la16.o+lb16.o |
      | clang-19  | lm19.o | la19.o+lb19.o |
      | clang-22  | lm22.o | la22.o+lb22.o |

  @DL-06 @DL-07
  Scenario: A program whose device images were bitcode
    Given the runtime of clang-16
    And the files lm16b.o, la16b.o
    And the LLVM tool llvm-lto2 of some release
    When a position-independent program of "lm16b.o la16b.o" is linked with ld and run on the device
    Then it exits with status 0
