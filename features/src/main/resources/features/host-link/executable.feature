Feature: The linked host program
  The host linker concatenates the entries, drops the images of fat objects and orders the
  constructors.

  @HL-01
  Scenario Outline: The descriptor spans the entries of every object
    Given the ABI profile <profile>
    And the link line <objects>
    When the program is linked with device linkers for x86_64-pc-linux-gnu
    Then the descriptor spans <count> entries in <section>
    And the link has no warnings

    Examples:
      | profile    | objects      | count | section                |
      | documented | t16.o        | 4     | omp_offloading_entries |
      | llvm-15    | t15.o        | 4     | omp_offloading_entries |
      | llvm-16    | t16.o        | 4     | omp_offloading_entries |
      | llvm-16    | t16.o, i16.o | 6     | omp_offloading_entries |
      | llvm-19    | t19.o        | 4     | omp_offloading_entries |
      | llvm-22    | t22.o        | 4     | llvm_offload_entries   |
      | llvm-23    | ind23.o      | 4     | llvm_offload_entries   |

  @HL-02
  Scenario Outline: The fat object's section is removed, the linked image loaded
    Given the ABI profile <profile>
    And the link line <object>
    When the program is linked with device linkers for x86_64-pc-linux-gnu
    Then the executable's only section .llvm.offloading holds what was wrapped

    Examples:
      | profile    | object  |
      | documented | t16.o   |
      | llvm-15    | t15.o   |
      | llvm-16    | t16.o   |
      | llvm-19    | t19.o   |
      | llvm-22    | t22.o   |
      | llvm-23    | ind23.o |

  @HL-04
  Scenario: What the program requires is registered before its images
    Given the ABI profile llvm-16
    And the link line t16.o
    When the program is linked with device linkers for x86_64-pc-linux-gnu
    Then the constructors are .omp_offloading.requires_reg, .omp_offloading.descriptor_reg

  @HL-03
  Scenario: An undefined symbol is named with a place that refers to it
    Given the ABI profile llvm-19
    And the link line t19.o
    When the program is linked without the runtime __tgt_target_kernel
    Then the link is rejected by the rule UNDEFINED_SYMBOL at t19.o, .text+0xce

  @HL-03
  Scenario: A double definition is named with both files
    Given the ABI profile llvm-19
    And the link line t19.o, r19.o
    When the program is linked with device linkers for x86_64-pc-linux-gnu
    Then the link is rejected by the rule DUPLICATE_SYMBOL at r19.o, symbol glink

  @HL-05
  Scenario Outline: Objects and wrapper of different editions
    Given the ABI profile <profile>
    And the link line <object>
    When the program is linked with device linkers for x86_64-pc-linux-gnu
    Then the link warns by the rule <rule> at <object>, <section>

    Examples:
      | profile | object | rule              | section                |
      | llvm-22 | t16.o  | UNCOVERED_ENTRIES | omp_offloading_entries |
      | llvm-16 | t22.o  | UNCOVERED_ENTRIES | llvm_offload_entries   |
      | llvm-20 | t19.o  | ENTRY_LAYOUT      | omp_offloading_entries |
