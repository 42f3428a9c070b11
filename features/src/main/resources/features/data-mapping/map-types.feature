@sim
Feature: Every bit of a map type has its meaning, in the editions that have it

  @DM-08 @DM-04
  Rule: A bit that the edition does not know is refused

    Scenario Outline: <bits> under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the host variable x that holds "01 02 03 04"
      When a data region is attempted that maps x with the type bits <bits>
      Then it is rejected by the rule MAP_TYPE at byte 0 of x
      And nothing is mapped

      Examples: bits that came later
        | profile    | bits   |
        | documented | 0x4001 |
        | llvm-15    | 0x4001 |
        | llvm-16    | 0x8001 |
        | llvm-19    | 0x4001 |
        | llvm-22    | 0x8040 |

      Examples: bits that nobody has
        | profile | bits               |
        | llvm-16 | 0x801              |
        | llvm-23 | 0x10001            |
        | llvm-23 | 0x0000200000000001 |

    Scenario Outline: The update's own bit when a region begins under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the host variable x that holds "01 02 03 04"
      When a data region is attempted that maps x with the type bits 0x100000000001
      Then it is rejected by the rule MAP_ARGUMENT at byte 0 of x

      Examples:
        | profile |
        | llvm-15 |
        | llvm-23 |

  @DM-01 @DM-02
  Rule: Modifiers that ask for nothing else leave transfers and counts as they are

    Scenario Outline: <types> under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the host variable x that holds "01 02 03 04"
      When a data region begins that maps
        | variable | types   |
        | x        | <types> |
      Then x is mapped 1 time
      When a data region ends that maps
        | variable | types   |
        | x        | <types> |
      Then nothing is mapped
      And <to> bytes went to the device and <from> came back

      Examples:
        | profile    | types                           | to | from |
        | documented | to, from, implicit              | 4  | 4    |
        | llvm-15    | to, close                       | 4  | 0    |
        | llvm-16    | from, target-param, implicit    | 0  | 4    |
        | llvm-19    | to, from, close, always         | 4  | 4    |
        | llvm-22    | to, ompx-hold                   | 4  | 0    |
        | llvm-23    | to, from, implicit, fb-nullify  | 4  | 4    |

  @DM-17
  Rule: Values and private storage are not mapped

    Scenario Outline: <types> under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the host variable x that holds "01 02 03 04"
      When a data region begins that maps
        | variable | types   |
        | x        | <types> |
      Then nothing is mapped
      And 0 bytes went to the device and 0 came back

      Examples:
        | profile    | types                           |
        | documented | literal, target-param           |
        | llvm-16    | private, to, target-param       |
        | llvm-22    | private, attach, target-param   |
        | llvm-23    | literal, target-param, implicit |

  @DM-15
  Rule: A section of no bytes maps nothing and finds what is mapped around it

    Scenario Outline: Of what is not mapped, and of what is, under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the host variable x that holds "01 02 03 04 05 06 07 08"
      When a data region begins that maps
        | variable | bytes | types |
        | x        | 4-4   | to    |
      Then nothing is mapped
      When a data region begins that maps
        | variable | types |
        | x        | to    |
      And a data region begins that maps
        | variable | bytes | types            |
        | x        | 4-4   | to, return-param |
      Then x is mapped 2 times
      When a data region ends that maps
        | variable | bytes | types |
        | x        | 4-4   | to    |
      Then x is mapped 1 time
      And 8 bytes went to the device and 0 came back

      Examples:
        | profile    |
        | documented |
        | llvm-16    |
        | llvm-23    |

    Scenario: A section of no bytes that has to be present
      Given the device sim
      And the host variable x that holds "01 02 03 04"
      When a data region is attempted that maps
        | variable | bytes | types       |
        | x        | 2-2   | to, present |
      Then it is rejected by the rule PRESENT at byte 2 of x
