Feature: Relocatable links of real linker wrappers
  The corpus contains the input of the host linker of a real relocatable link, its output, and the
  output of the linker wrapper for that.

  @RL-07
  Scenario Outline: The suffix of edition <profile> is the hash of what the linker wrote
    Given the ABI profile <profile>
    Then the hash of what the linker wrote, <output>, is the suffix of <entries> in <product>

    Examples:
      | profile | output     | entries                | product     |
      | llvm-19 | linked19.o | omp_offloading_entries | product19.o |
      | llvm-22 | linked22.o | llvm_offload_entries   | product22.o |

  @RL-07
  Scenario Outline: The kit makes of the same inputs what <product> is
    Given the ABI profile <profile>
    And the link line <object>
    When the line is linked to an object with the real wrapper object <wrapper>
    Then the object is <product>, but for the hash

    Examples:
      | profile | object | wrapper     | product     |
      | llvm-19 | t19.o  | wrapper19.o | product19.o |
      | llvm-22 | t22.o  | wrapper22.o | product22.o |

  @RL-07 @RL-08
  Scenario Outline: The kit makes of the image what <product> is
    Given the ABI profile <profile>
    And the link line <object>
    When the line is linked to an object with the linked image of <product>
    Then the object is <product>, but for the hash

    Examples:
      | profile | object | product     |
      | llvm-19 | t19.o  | product19.o |
      | llvm-22 | t22.o  | product22.o |
