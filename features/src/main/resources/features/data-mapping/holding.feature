@sim
Feature: What a structured construct holds stays, whatever dynamic constructs do

  @DM-09
  Rule: What is held stays mapped until nothing holds it

    Scenario Outline: Deleted while it is held, under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the host variable x that holds "01 02 03 04"
      When a data region begins that maps
        | variable | types |
        | x        | to    |
      And a data region begins that maps
        | variable | types               |
        | x        | to, from, ompx-hold |
      Then x is held 1 time and mapped 1 time
      When a data region ends that maps
        | variable | types  |
        | x        | delete |
      Then x is held 1 time and mapped 0 times
      When the device sets its copy of x to "05 06 07 08"
      And a data region ends that maps
        | variable | types               |
        | x        | to, from, ompx-hold |
      Then nothing is mapped
      And x holds "05 06 07 08" on the host
      And 4 bytes went to the device and 4 came back

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

    Scenario: Held first and unmapped more often than it was mapped
      Given the device sim
      And the host variable x that holds "01 02 03 04"
      When a data region begins that maps
        | variable | types         |
        | x        | to, ompx-hold |
      And a data region ends that maps
        | variable | types |
        | x        | from  |
      Then x is held 1 time and mapped 0 times
      And 4 bytes went to the device and 0 came back

    Scenario: Deleted by the construct that holds it
      Given the device sim
      And the host variable x that holds "01 02 03 04"
      When a data region begins that maps
        | variable | types         |
        | x        | to, ompx-hold |
      And a data region begins that maps
        | variable | types         |
        | x        | to, ompx-hold |
      And a data region ends that maps
        | variable | types             |
        | x        | delete, ompx-hold |
      Then nothing is mapped
