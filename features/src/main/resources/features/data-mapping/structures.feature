@sim
Feature: Structures are mapped with their members, pointers and mappers

  @DM-10 @DM-06
  Rule: Members are mapped with their structure and counted with it

    Scenario Outline: Two members and what one points to, under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the host variable x that holds "0a 0b 0c 0d"
      And the host variable s that holds "01 02 03 04 05 06 07 08 00 00 00 00 00 00 00 00"
      And byte 8 of s points to x
      When a data region begins that maps
        | variable | bytes | types                 | through | member of |
        | s        | 0-16  |                       |         |           |
        | s        | 0-4   | to, from              |         | 1         |
        | x        | 0-4   | to, from, ptr-and-obj | s+8     | 1         |
      Then s is mapped 1 time
      And x is mapped 1 time
      And on the device byte 8 of s points to byte 0 of x
      And 16 bytes went to the device and 0 came back
      When a data region begins that maps
        | variable | bytes | types                 | through | member of |
        | s        | 0-16  |                       |         |           |
        | s        | 0-4   | to, from              |         | 1         |
        | x        | 0-4   | to, from, ptr-and-obj | s+8     | 1         |
      Then s is mapped 2 times
      And x is mapped 2 times
      And 16 bytes went to the device and 0 came back
      When a data region ends that maps
        | variable | bytes | types                 | through | member of |
        | s        | 0-16  |                       |         |           |
        | s        | 0-4   | to, from              |         | 1         |
        | x        | 0-4   | to, from, ptr-and-obj | s+8     | 1         |
      And a data region ends that maps
        | variable | bytes | types                 | through | member of |
        | s        | 0-16  |                       |         |           |
        | s        | 0-4   | to, from              |         | 1         |
        | x        | 0-4   | to, from, ptr-and-obj | s+8     | 1         |
      Then nothing is mapped
      And on the host byte 8 of s points to x
      And 16 bytes went to the device and 8 came back

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

    Scenario: A member of an argument that is not there
      Given the device sim
      And the host variable x that holds "01 02 03 04"
      When a data region is attempted that maps
        | variable | types | member of |
        | x        | to    | 3         |
      Then it is rejected by the rule MAP_ARGUMENT at byte 0 of x

    @DM-06
    Scenario Outline: The host changes a pointer that is not copied, under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the host variable x that holds "0a 0b 0c 0d"
      And the host variable y that holds "0e 0f"
      And the host variable s that holds "01 02 03 04 05 06 07 08 00 00 00 00 00 00 00 00"
      And byte 8 of s points to x
      When a data region begins that maps
        | variable | bytes | types           | through | member of |
        | s        | 0-16  | to              |         |           |
        | x        | 0-4   | to, ptr-and-obj | s+8     | 1         |
      And byte 8 of s points to y
      And an update names
        | variable | bytes | types |
        | s        | 0-8   | from  |
      Then on the host byte 8 of s points to y
      And on the device byte 8 of s points to byte 0 of x

      Examples:
        | profile    |
        | documented |
        | llvm-16    |
        | llvm-19    |
        | llvm-23    |

  @DM-11
  Rule: A mapper's components take the place of its argument

    Scenario Outline: One structure under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the host variable x that holds "0a 0b 0c 0d"
      And the host variable s that holds "01 02 03 04 05 06 07 08 00 00 00 00 00 00 00 00"
      And byte 8 of s points to x
      And the mapper deep for structures of 16 bytes maps
        | offset | bytes | points to |
        | 0      | 4     | 0         |
        | 8      | 8     | 4         |
      When a data region begins that maps s by the mapper deep as "to"
      And a data region begins that maps s by the mapper deep as "to"
      Then s is mapped 2 times
      And x is mapped 2 times
      And on the device byte 8 of s points to byte 0 of x
      When the host sets x to "01 02 03 04"
      And an update names s by the mapper deep as "to"
      Then x holds "01 02 03 04" on the device
      When the device sets its copy of x to "05 06 07 08"
      And a data region ends that maps s by the mapper deep as "from"
      Then s is mapped 1 time
      And x holds "01 02 03 04" on the host
      When a data region ends that maps s by the mapper deep as "from"
      Then nothing is mapped
      And x holds "05 06 07 08" on the host
      And on the host byte 8 of s points to x

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

    Scenario: An array of two structures that point into one variable
      Given the ABI profile llvm-16
      And the device sim
      And the host variable x that holds "0a 0b 0c 0d"
      And the host variable s that holds "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
      And byte 0 of s points to x
      And byte 8 of s points to x+2
      And the mapper each for structures of 8 bytes maps
        | offset | bytes | points to |
        | 0      | 8     | 2         |
      When a data region begins that maps
        | variable | types |
        | x        | to    |
      And a data region begins that maps s by the mapper each as "to, from"
      Then s is mapped 1 time
      And x is mapped 3 times
      And on the device byte 0 of s points to byte 0 of x
      And on the device byte 8 of s points to byte 2 of x
      When a data region ends that maps s by the mapper each as "to, from"
      Then x is mapped 1 time
      And on the host byte 0 of s points to x

  @DM-14
  Rule: A pointer is attached where the construct maps it or its object, or always

    Scenario Outline: What is new is attached, and stays so, under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the host variable x that holds "0a 0b 0c 0d"
      And the host variable s that holds "01 02 03 04 05 06 07 08 00 00 00 00 00 00 00 00"
      And byte 8 of s points to x
      When a data region begins that maps
        | variable | types |
        | s        | to    |
      And a data region begins that maps
        | variable | types  | through |
        | x        | to     |         |
        | x        | attach | s+8     |
      And an update names
        | variable | types |
        | s        | to    |
      Then on the device byte 8 of s points to byte 0 of x
      When a data region ends that maps
        | variable | types  | through |
        | x        | from   |         |
        | x        | attach | s+8     |
      And a data region ends that maps
        | variable | types |
        | s        | from  |
      Then nothing is mapped
      And on the host byte 8 of s points to x

      Examples:
        | profile |
        | llvm-22 |
        | llvm-23 |

    Scenario Outline: What was mapped before is left alone unless the entry says always, under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the host variable x that holds "0a 0b 0c 0d"
      And the host variable s that holds "00 00 00 00 00 00 00 00"
      And byte 0 of s points to x
      When a data region begins that maps
        | variable | types |
        | s        | to    |
        | x        | to    |
      And a data region begins that maps
        | variable | types   | through |
        | x        | <types> | s       |
      Then <pointer>
      And x is mapped 1 time

      Examples:
        | profile | types          | pointer                                           |
        | llvm-22 | attach         | on the device byte 0 of s points to x on the host |
        | llvm-23 | attach, always | on the device byte 0 of s points to byte 0 of x   |
