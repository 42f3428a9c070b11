@sim
Feature: What is mapped, how often, and what is refused

  Background:
    Given the device sim
    And the host variable x that holds "01 02 03 04 05 06 07 08"

  @DM-02
  Rule: A range stays mapped until it has been unmapped as often as it was mapped, or is deleted

    Scenario: Parts of a mapped range are counted with it
      When a data region begins that maps
        | variable | types |
        | x        | to    |
      And a data region begins that maps
        | variable | bytes | types |
        | x        | 2-4   | to    |
      Then x is mapped 2 times
      When a data region ends that maps
        | variable | types |
        | x        | to    |
      Then x is mapped 1 time

    Scenario: Delete does not count
      When a data region begins that maps
        | variable | types |
        | x        | to    |
      And a data region begins that maps
        | variable | types |
        | x        | to    |
      And a data region ends that maps
        | variable | types  |
        | x        | delete |
      Then nothing is mapped

  @DM-03 @DM-04
  Rule: A range that overlaps what is mapped and leaves it is refused

    Scenario Outline: Bytes <bytes> when 2-6 are mapped
      When a data region begins that maps
        | variable | bytes | types |
        | x        | 2-6   | to    |
      And a data region is attempted that maps
        | variable | bytes   | types |
        | x        | <bytes> | to    |
      Then it is rejected by the rule NO_EXTENSION at byte <first> of x
      And 4 bytes went to the device and 0 came back
      When a data region ends that maps
        | variable | bytes | types |
        | x        | 2-6   | to    |
      Then nothing is mapped

      Examples:
        | bytes | first |
        | 0-3   | 0     |
        | 5-8   | 5     |
        | 0-8   | 0     |

  @DM-04 @DM-05
  Rule: What is mapped with the present modifier has to be mapped already

    Scenario: A refused map undoes the ones before it
      Given the host variable y that holds "09"
      When a data region is attempted that maps
        | variable | types       |
        | y        | to          |
        | x        | to, present |
      Then it is rejected by the rule PRESENT at byte 0 of x
      And nothing is mapped
      And 0 bytes went to the device and 0 came back

    Scenario: An update of what is not present
      When an update is attempted that names
        | variable | types         |
        | x        | from, present |
      Then it is rejected by the rule PRESENT at byte 0 of x

  @DM-06
  Rule: A pointer inside mapped data points to the copy on its own side

    Scenario: Both copies of a pointer
      Given the host variable p that points to x
      When the pointer p is mapped with its object x
      Then the device's copy of p points to its copy of x
      When the pointer p is unmapped with its object x
      Then p points to x on the host
      And nothing is mapped
