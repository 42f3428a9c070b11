Feature: The linker wrapper as a command
  The command takes the command line of a host link, adds the objects that register the device
  images, and runs the host linker.

  @HL-06
  Scenario Outline: The host linker gets its own command line and the wrapper objects
    Given the ABI profile <profile>
    And the files <object>, lib.a(<members>)
    When the link command runs with "--dry-run --host-triple=x86_64-pc-linux-gnu -pie -o program <object> lib.a -z now"
    Then the device link is of "<inputs>"
    And the host linker is called with "-pie -o program <wrapper> <object> lib.a -z now"

    Examples: as clang-linker-wrapper of the release prints it
      | profile | object | members       | wrapper                        | inputs                                                                                                     |
      | llvm-16 | lm16.o | la16.o+lb16.o | program.image.wrapper.o        | lm16-x86_64-pc-linux-gnu-.o la16-x86_64-pc-linux-gnu-.o                                                      |
      | llvm-19 | lm19.o | la19.o+lb19.o | program.openmp.image.wrapper.o | lm19-x86_64-pc-linux-gnu-.o la19-x86_64-pc-linux-gnu-.o                                                      |
      | llvm-22 | lm22.o | la22.o+lb22.o | program.openmp.image.wrapper.o | lm22-x86_64-pc-linux-gnu-generic.o la22-x86_64-pc-linux-gnu-generic.o lb22-x86_64-pc-linux-gnu-generic.o     |

  @HL-06
  Scenario: Without an output, too, the wrapper object is linked
    Given the ABI profile llvm-19
    And the files lm19.o, la19.o
    When the link command runs with "--dry-run lm19.o la19.o"
    Then the host linker is called with "a.out.openmp.image.wrapper.o lm19.o la19.o"

  @HL-06
  Scenario: OpenMP and CUDA in one link are registered by an object each
    Given the ABI profile llvm-19
    And the files tn19.o, cu19.o
    And the LLVM tool llvm-lto2 of some release
    When the link command runs with "--dry-run -o program tn19.o cu19.o"
    Then the host linker is called with "-o program program.openmp.image.wrapper.o program.cuda.image.wrapper.o tn19.o cu19.o"

  @HL-06
  Scenario Outline: A command that cannot be done is refused, with what is wrong
    Given the ABI profile llvm-19
    And the files lm19.o
    When the link command runs with "<words>"
    Then the link command is rejected by the rule <rule> at <source>, <position>

    Examples:
      | words                                   | rule     | source       | position          |
      | -o program lm19.o -lmissing             | LIBRARY  | -lmissing    | library           |
      | -o program lm19.o --wrapper-jobs=none   | ARGUMENT | command line | --wrapper-jobs=   |
      | --linker-path=no-such-ld lm19.o         | ARGUMENT | command line | --linker-path=    |
      | --override-image=openmp=no-such lm19.o  | ARGUMENT | command line | --override-image= |
      | --emit-fatbin-only lm19.o               | ARGUMENT | command line | --emit-fatbin-only |
      | lm19.o -o                               | ARGUMENT | command line | -o                |

  @HL-05
  Scenario Outline: Entries of another release are named before the program runs
    Given the ABI profile <profile>
    And the files <object>
    When the link command runs with "--dry-run -o program <object>"
    Then the link command warns by the rule UNCOVERED_ENTRIES at <object>, <section>

    Examples:
      | profile | object | section                |
      | llvm-22 | t16.o  | omp_offloading_entries |
      | llvm-16 | t22.o  | llvm_offload_entries   |

  @HL-07
  Scenario Outline: The bounds of the entries need no linker script
    Given the ABI profile <profile>
    And the files <object>, <library>
    When the link command runs with "-o program --unresolved-symbols=ignore-all -e main <object> <library>"
    Then the program's entries are 2 between __start_<section> and __stop_<section>

    Examples:
      | profile | object | library | section                |
      | llvm-16 | lm16.o | la16.o  | omp_offloading_entries |
      | llvm-19 | lm19.o | la19.o  | omp_offloading_entries |
      | llvm-22 | lm22.o | la22.o  | llvm_offload_entries   |
