Feature: Wrapper objects are those of the real linker wrappers
  The images of an object that clang-linker-wrapper generated are extracted and wrapped again.
  Machine code, unwind tables and jump tables depend on the code generator and are not compared:
  code is compared by its behaviour at run time, and LLVM generates the code of the kit's module.
  The bundle in the objects for HIP is of clang-offload-bundler; the fat binary in the objects for
  CUDA was packed by the kit's own fatbinary.

  @WR-09 @WR-33 @WR-34 @WR-35 @WR-37
  Scenario Outline: A wrapper object for <object>
    Given the ABI profile <profile>
    And the images of the real wrapper object <object>
    When the kit wraps them
    Then its object has the sections of the real one, with their types, flags and alignments
    And it defines and refers to the symbols of the real one
    And its data is that of the real one, byte for byte, with the same relocations

    Examples:
      | object         | profile |
      | openmp-16      | llvm-16 |
      | openmp-19      | llvm-19 |
      | openmp-22      | llvm-22 |
      | cuda-16        | llvm-16 |
      | cuda-19        | llvm-19 |
      | cuda-22        | llvm-22 |
      | hip-16         | llvm-16 |
      | hip-19         | llvm-19 |
      | hip-22         | llvm-22 |
      | relocatable-19 | llvm-19 |
      | relocatable-22 | llvm-22 |

  @WR-25 @WR-31 @WR-32 @WR-37
  Scenario Outline: What a wrapper object for <object> calls
    Given the ABI profile <profile>
    And the images of the real wrapper object <object>
    When the kit wraps them
    Then a program with it makes the calls of a program with the real one

    Examples:
      | object    | profile |
      | openmp-16 | llvm-16 |
      | openmp-19 | llvm-19 |
      | openmp-22 | llvm-22 |
      | cuda-16   | llvm-16 |
      | cuda-19   | llvm-19 |
      | cuda-22   | llvm-22 |
      | hip-16    | llvm-16 |
      | hip-19    | llvm-19 |
      | hip-22    | llvm-22 |

  @WR-33 @WR-34 @WR-38
  Scenario Outline: The module of a wrapper object for <object> is what the real tool compiles
    Given the ABI profile <profile>
    And the images of the real wrapper object <object>
    When the kit wraps them
    Then <compiler> compiles the module's text to the real object, code included

    Examples:
      | object         | profile | compiler |
      | openmp-16      | llvm-16 | llc-16   |
      | openmp-19      | llvm-19 | llc-19   |
      | openmp-22      | llvm-22 | llc-22   |
      | cuda-16        | llvm-16 | llc-16   |
      | cuda-19        | llvm-19 | llc-19   |
      | cuda-22        | llvm-22 | llc-22   |
      | hip-16         | llvm-16 | llc-16   |
      | hip-19         | llvm-19 | llc-19   |
      | hip-22         | llvm-22 | llc-22   |
      | relocatable-19 | llvm-19 | llc-19   |
      | relocatable-22 | llvm-22 | llc-22   |

  @WR-37
  Scenario Outline: What the installed linker wrapper of LLVM <release> makes
    Given the ABI profile llvm-<release>
    When clang-linker-wrapper of LLVM <release> links OpenMP and HIP images and saves its files
    Then the kit makes the wrapper objects that it saved for openmp and hip

    Examples:
      | release |
      | 19      |
      | 22      |
