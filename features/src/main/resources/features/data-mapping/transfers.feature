@sim
Feature: Data is moved when mappings begin and end

  Background:
    Given the device sim
    And the host variable x that holds "01 02 03 04"

  @DM-01
  Rule: Data is copied as far as its map type asks for

    Scenario: To and from
      When a data region begins that maps
        | variable | types    |
        | x        | to, from |
      Then x holds "01 02 03 04" on the device
      When the device sets its copy of x to "05 06 07 08"
      And a data region ends that maps
        | variable | types    |
        | x        | to, from |
      Then x holds "05 06 07 08" on the host
      And 4 bytes went to the device and 4 came back
      And nothing is mapped

    Scenario Outline: What <types> moves
      When a data region begins that maps
        | variable | types   |
        | x        | <types> |
      And a data region ends that maps
        | variable | types   |
        | x        | <types> |
      Then <to> bytes went to the device and <from> came back

      Examples:
        | types    | to | from |
        |          | 0  | 0    |
        | to       | 4  | 0    |
        | from     | 0  | 4    |
        | to, from | 4  | 4    |

    Scenario: Once, however often a range is mapped
      When a data region begins that maps
        | variable | types    |
        | x        | to, from |
      And a data region begins that maps
        | variable | types    |
        | x        | to, from |
      And a data region ends that maps
        | variable | types    |
        | x        | to, from |
      Then 4 bytes went to the device and 0 came back
      And x is mapped 1 time

    Scenario: Every time with always
      When a data region begins that maps
        | variable | types            |
        | x        | to, from, always |
      And a data region begins that maps
        | variable | types            |
        | x        | to, from, always |
      And a data region ends that maps
        | variable | types            |
        | x        | to, from, always |
      Then 8 bytes went to the device and 4 came back

  @DM-07
  Rule: An update copies what is mapped and ignores the rest

    Scenario: A part of a mapped variable, and one that is not mapped
      Given the host variable y that holds "09"
      When a data region begins that maps
        | variable | types |
        | x        | to    |
      And the host sets x to "0a 0b 0c 0d"
      And an update names
        | variable | bytes | types |
        | x        | 1-3   | to    |
        | y        | 0-1   | to    |
      Then x holds "01 0b 0c 04" on the device
      And 6 bytes went to the device and 0 came back
