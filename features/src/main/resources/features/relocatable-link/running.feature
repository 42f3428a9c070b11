Feature: Programs of relocatable products
  Compiled and linked by gcc, or by clang with lld, both without offloading, and run with the
  runtime of the edition. Offloading is mandatory, so a region that is not registered ends the
  program.

  @RL-03 @RL-08 @RL-09
  Scenario Outline: <form> runs under the runtime of <toolchain>
    Given the ABI profile <profile>
    And the link line <object>
    When the line is linked to an object, its image by ld
    Then a program that <compiler> links with <form> offloads foo under the runtime of <toolchain>

    Examples:
      | profile | object | toolchain | form         | compiler              |
      | llvm-16 | t16.o  | clang-16  | product.o    | gcc                   |
      | llvm-16 | t16.o  | clang-16  | libproduct.a | gcc                   |
      | llvm-16 | t16.o  | clang-16  | product.o    | clang-16 -fuse-ld=lld |
      | llvm-19 | t19.o  | clang-19  | product.o    | gcc                   |
      | llvm-22 | t22.o  | clang-22  | product.o    | gcc                   |
      | llvm-19 | t19.o  | clang-19  | libproduct.a | gcc                   |
      | llvm-22 | t22.o  | clang-22  | libproduct.a | gcc                   |
      | llvm-19 | t19.o  | clang-19  | libproduct.a | clang-19 -fuse-ld=lld |
      | llvm-22 | t22.o  | clang-22  | libproduct.a | clang-22 -fuse-ld=lld |

  @RL-04 @RL-08
  Scenario: Two products in one program run each their own region
    Given the ABI profile llvm-19
    And the link line t19.o
    When the line is linked to an object, its image by ld
    And what clang++-19 compiles of a region bar is linked to an object, its image by ld
    Then a program that gcc links with both offloads foo and bar under the runtime of clang-19

  @RL-01
  Scenario Outline: A merged object registers nothing, so nothing is offloaded
    Given the ABI profile <profile>
    And the link line <object>
    When the line is merged without the offload toolchain
    Then a program that gcc links with product.o fails to offload foo under the runtime of <toolchain>

    Examples:
      | profile | object | toolchain |
      | llvm-16 | t16.o  | clang-16  |
      | llvm-19 | t19.o  | clang-19  |
      | llvm-22 | t22.o  | clang-22  |
