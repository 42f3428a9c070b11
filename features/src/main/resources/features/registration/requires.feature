@sim
Feature: What a program requires reaches the runtime as its edition has it

  @RG-20
  Rule: By a constructor

    Scenario Outline: Under <profile>, every unit says the same
      Given the ABI profile <profile>
      And the device sim
      When a constructor of the program requires 8
      And a constructor of the program requires 8
      Then the program's requirements are 8
      When a constructor of the program attempts to require 1
      Then it is rejected by the rule REQUIRES
      And the program's requirements are 8

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |

    Scenario Outline: Under <profile>, no entry says it
      Given the ABI profile <profile>
      And the device sim
      And the program requires 8
      When the program attempts to register its descriptor
      Then it is rejected by the rule ENTRY_FLAGS at offset 0 of the entry table
      And the program's requirements are 0

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |

  @RG-20
  Rule: By an entry

    Scenario Outline: Under <profile>, every library says the same
      Given the ABI profile <profile>
      And the device sim
      And the shared library liba
      And the program requires 8
      And the shared library libb
      And the program requires 1
      When the program loads liba
      Then the program's requirements are 8
      When the program attempts to open libb
      Then it is rejected by the rule REQUIRES
      And the open libraries are "liba"
      And the program's requirements are 8

      Examples:
        | profile |
        | llvm-19 |
        | llvm-22 |
        | llvm-23 |

    Scenario Outline: Under <profile>, nobody hears a constructor
      Given the ABI profile <profile>
      And the device sim
      When a constructor of the program requires 1
      And a constructor of the program attempts to require 8
      Then it is rejected by the rule REQUIRES
      And the program's requirements are 0

      Examples:
        | profile |
        | llvm-19 |
        | llvm-22 |
        | llvm-23 |
