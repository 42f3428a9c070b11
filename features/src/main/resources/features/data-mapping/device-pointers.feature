@sim
Feature: Programs ask for device pointers and bring device storage of their own

  @DM-13
  Rule: A device pointer points to the device's copy of its object

    Scenario Outline: To the middle of what is mapped, under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the host variable x that holds "01 02 03 04"
      When a data region begins that maps
        | variable | bytes | types        | through |
        | x        | 0-4   | to           |         |
        | x        | 2-2   | return-param | x+2     |
      Then the program is handed the device's byte 2 of x

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

    Scenario Outline: To what is not mapped, as <types> under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the host variable x that holds "01 02 03 04"
      When a data region begins that maps
        | variable | bytes | types   | through |
        | x        | 2-2   | <types> | x+2     |
      Then <handed>
      And nothing is mapped

      Examples:
        | profile    | types                    | handed                                      |
        | documented | return-param             | the program is handed a null pointer        |
        | llvm-15    | return-param             | the program is handed a null pointer        |
        | llvm-16    | return-param             | the program is handed a null pointer        |
        | llvm-19    | return-param             | the program is handed a null pointer        |
        | llvm-22    | return-param             | the program is handed the host's byte 2 of x |
        | llvm-23    | return-param             | the program is handed the host's byte 2 of x |
        | llvm-23    | return-param, fb-nullify | the program is handed a null pointer        |

  @DM-16
  Rule: What the program associates stays until it is dissociated

    Scenario Outline: Mapped, deleted and dissociated, under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the host variable x that holds "01 02 03 04"
      When the program associates x with device storage
      And a data region begins that maps
        | variable | types    |
        | x        | to, from |
      And a data region ends that maps
        | variable | types        |
        | x        | from, delete |
      Then x is mapped for as long as the library is registered
      And 0 bytes went to the device and 0 came back
      When the program dissociates x
      Then nothing is mapped

      Examples:
        | profile    |
        | documented |
        | llvm-16    |
        | llvm-23    |

    Scenario: What is mapped, held or associated otherwise
      Given the device sim
      And the host variable x that holds "01 02 03 04"
      When a data region begins that maps
        | variable | types |
        | x        | to    |
      Then x is not associated with other device storage
      And x is not dissociated
      When a data region ends that maps
        | variable | types |
        | x        | from  |
      And the program associates x with device storage
      Then x is not associated with other device storage
      When a data region begins that maps
        | variable | types         |
        | x        | to, ompx-hold |
      Then x is not dissociated
