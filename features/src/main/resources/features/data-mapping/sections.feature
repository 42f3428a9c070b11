@sim
Feature: Updates of sections that are not contiguous

  @DM-12
  Rule: Every piece is copied and nothing between the pieces

    Scenario Outline: Two rows of three, from the middle of a table of four by six, under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the host variable m that holds "00 01 02 03 04 05 10 11 12 13 14 15 20 21 22 23 24 25 30 31 32 33 34 35"
      And the section middle of these dimensions
        | offset | count | stride |
        | 1      | 2     | 6      |
        | 2      | 3     | 1      |
        | 0      | 1     | 1      |
      When a data region begins that maps
        | variable | types |
        | m        |       |
      And the device sets its copy of m to "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
      And an update names the section middle of m as "to"
      Then m holds "00 00 00 00 00 00 00 00 12 13 14 00 00 00 22 23 24 00 00 00 00 00 00 00" on the device
      And 6 bytes went to the device and 0 came back
      When the device sets its copy of m to "ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff"
      And an update names the section middle of m as "from"
      Then m holds "00 01 02 03 04 05 10 11 ff ff ff 15 20 21 ff ff ff 25 30 31 32 33 34 35" on the host

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

    Scenario: Every other element of every other row
      Given the device sim
      And the host variable m that holds "00 01 02 03 10 11 12 13 20 21 22 23 30 31 32 33"
      And the section even of these dimensions
        | offset | count | stride |
        | 0      | 2     | 8      |
        | 0      | 2     | 2      |
        | 0      | 1     | 1      |
      When a data region begins that maps
        | variable | types |
        | m        |       |
      And the device sets its copy of m to "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
      And an update names the section even of m as "to"
      Then m holds "00 00 02 00 00 00 00 00 20 00 22 00 00 00 00 00" on the device

    Scenario: Pieces that are not mapped are left out, or refused if they have to be present
      Given the device sim
      And the host variable m that holds "00 01 02 03 10 11 12 13"
      And the section first of these dimensions
        | offset | count | stride |
        | 0      | 2     | 4      |
        | 0      | 2     | 1      |
      When a data region begins that maps
        | variable | bytes | types |
        | m        | 0-4   |       |
      And an update names the section first of m as "to"
      Then 2 bytes went to the device and 0 came back
      When an update is attempted that names the section first of m as "to, present"
      Then it is rejected by the rule PRESENT at byte 4 of m
      And 2 bytes went to the device and 0 came back

  @DM-04
  Rule: A descriptor that describes nothing there is is refused

    Scenario Outline: <what>
      Given the device sim
      And the host variable m that holds "00 01 02 03"
      And the section damaged of these dimensions
        | offset | count   | stride   |
        | 0      | <count> | <stride> |
        | 0      | 1       | 1        |
      When a data region begins that maps
        | variable | types |
        | m        | to    |
      And an update is attempted that names the section damaged of m as "to"
      Then it is rejected by the rule MAP_ARGUMENT at byte 0 of damaged
      And 4 bytes went to the device and 0 came back

      Examples:
        | what                            | count               | stride |
        | A negative count                | -1                  | 1      |
        | More pieces than there is time  | 9223372036854775807 | 0      |
