Feature: Device images of bitcode
  Objects compiled for link-time optimization contain bitcode; an installed LLVM links and compiles
  it.

  @DL-06 @DL-07
  Scenario: Bitcode is linked, optimized, compiled, and linked to an image
    Given the ABI profile llvm-16
    And the files lm16b.o, la16b.o
    And the LLVM tool llvm-lto2 of some release
    When the link command runs with "--save-temps -r -o program lm16b.o la16b.o"
    Then the link command leaves the files program.x86_64-pc-linux-gnu..postlink.bc, program.x86_64-pc-linux-gnu..postopt.bc
    And the file program.x86_64.native.img is a shared object that defines the kernels of lm16b.o

  @DL-06
  Scenario: Bitcode is linked with objects
    Given the ABI profile llvm-16
    And the files lm16b.o, la16.o
    And the LLVM tool llvm-lto2 of some release
    When the link command runs with "--save-temps -r -o program lm16b.o la16.o"
    Then the file program.x86_64.native.img is a shared object that defines the kernels of lm16b.o

  @DL-06
  Scenario: Bitcode is embedded where that is asked for
    Given the ABI profile llvm-16
    And the files lm16b.o, la16b.o
    And the LLVM tool llvm-lto2 of some release
    When the link command runs with "--save-temps --embed-bitcode -r -o program lm16b.o la16b.o"
    Then the wrapper object program.image.wrapper.o holds an image of bitcode in .llvm.offloading

  @DL-06
  Scenario: Bitcode cannot be linked without an LLVM
    Given the ABI profile llvm-16
    And the files lm16b.o
    When the link command runs with "--dry-run -o program lm16b.o" on a machine that has nothing but a linker
    Then the link command is rejected by the rule BITCODE at lm16b.o, .llvm.offloading [16] image 0
    And the link command prints "is bitcode and needs llvm-lto2 of an LLVM release"

  @DL-06
  Scenario: An object among bitcode cannot be embedded
    Given the ABI profile llvm-16
    And the files lm16b.o, la16.o
    When the link command runs with "--dry-run --embed-bitcode -o program lm16b.o la16.o"
    Then the link command is rejected by the rule BITCODE at la16.o, .llvm.offloading [16] image 0
