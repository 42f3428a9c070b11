@sim
Feature: A descriptor that does not fit is refused

  @RG-04
  Rule: The first pointer or count that does not fit is named with its address

    Background:
      Given the ABI profile llvm-22
      And the device sim
      And the target region add_counter
      And the image of the test regions

    Scenario: The entry table ends before it begins
      Given the field at offset 24 of the descriptor is 4096
      When the program attempts to register its descriptor
      Then it is rejected by the rule DESCRIPTOR at offset 24 of the descriptor
      And no library is registered

    Scenario: The image table is not there
      Given the field at offset 8 of the descriptor is 4096
      When the program attempts to register its descriptor
      Then it is rejected by the rule HOST_ADDRESS

    Scenario: More images than there is memory
      Given the field at offset 0 of the descriptor is 4294967295
      When the program attempts to register its descriptor
      Then it is rejected by the rule HOST_ADDRESS

    Scenario: An entry of a layout that is not known
      Given the field at offset 8 of the first entry is 2
      When the program attempts to register its descriptor
      Then it is rejected by the rule DESCRIPTOR at offset 0 of the entry table

    Scenario: An entry without an address
      Given the field at offset 16 of the first entry is 0
      When the program attempts to register its descriptor
      Then it is rejected by the rule DESCRIPTOR at offset 0 of the entry table

  @RG-05 @MT-08 @MT-13
  Rule: An image that lacks an entry is refused

    Scenario Outline: At registration, as <profile> has it
      Given the ABI profile <profile>
      And the device sim
      And the target region add_counter
      And the target region no_such_kernel
      And the image of the test regions
      When the program attempts to register its descriptor
      Then it is rejected by the rule SYMBOL_DEFINED at offset 32 of the entry table
      And no library is registered

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |

    Scenario Outline: When it is launched, as <profile> has it
      Given the ABI profile <profile>
      And the device sim
      And the target region no_such_kernel
      And the image of the test regions
      When the program registers its descriptor
      And a launch of the region no_such_kernel is attempted
      Then it is rejected by the rule SYMBOL_DEFINED
      And the device has launched 0 kernels

      Examples:
        | profile |
        | llvm-18 |
        | llvm-19 |
        | llvm-22 |
        | llvm-23 |

  @RG-06 @RG-24
  Rule: A variable has one size

    Scenario Outline: Eight bytes on the host, four in the image, under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the declare target variable counter that holds "01 00 00 00 00 00 00 00"
      And the image of the test regions
      When the program attempts to register its descriptor
      Then it is rejected by the rule SYMBOL_SIZE at offset 0 of the entry table
      And no library is registered
      And nothing is mapped

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

  @RG-19
  Rule: A table of legacy entries that an edition cannot know for one is told from damage

    Scenario Outline: What llvm-19 built begins with a requires entry, under <profile>, as D53 says
      Given the ABI profile <profile>
      And the device sim
      And the shared library old that llvm-19 built
      And the program requires 8
      And the target region add_counter
      And the image of the test regions
      When the program attempts to register its descriptor
      Then it is rejected by the rule LEGACY_TABLE at offset 0 of the entry table
      And no library is registered

      Examples:
        | profile |
        | llvm-20 |
        | llvm-22 |
        | llvm-23 |

  @RG-23
  Rule: Flags and size of an entry are such as a front end writes together

    Scenario Outline: Flags <flags> of a target region under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the target region add_counter
      And the image of the test regions
      And the field at offset <at> of the first entry is <field>
      When the program attempts to register its descriptor
      Then it is rejected by the rule ENTRY_FLAGS at offset 0 of the entry table
      And no library is registered

      Examples: Link, of no bytes
        | profile    | flags | at | field |
        | documented | 0x1   | 24 | 1     |
        | llvm-15    | 0x1   | 24 | 1     |
        | llvm-16    | 0x1   | 24 | 1     |
        | llvm-19    | 0x1   | 24 | 1     |

      Examples: Flags that the edition has not
        | profile    | flags | at | field |
        | documented | 0x10  | 24 | 16    |
        | llvm-15    | 0x8   | 24 | 8     |
        | llvm-16    | 0x10  | 24 | 16    |
        | llvm-19    | 0x2   | 24 | 2     |

      Examples: In the layout of 56 bytes: version 1, the kind, and the flags
        | profile | flags | at | field         |
        | llvm-22 | 0x1   | 8  | 4295032833    |
        | llvm-22 | 0x40  | 8  | 274877972481  |
        | llvm-23 | 0x2   | 8  | 8590000129    |
