@sim
Feature: Constructs that the program does not wait for

  @DM-18
  Rule: A task has its effects after what it depends on and before what depends on it

    Scenario Outline: Two regions, an update and what maps their data, <order>, under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the target region report_shape
      And the target region add_counter
      And the declare target variable counter that holds "07 00 00 00"
      And the host variable shape that holds "00 00 00 00 00 00 00 00"
      And the image of the test regions
      And tasks run "<order>"
      When the program registers its descriptor
      And a task that depends on "out shape" begins a data region that maps
        | variable | types |
        | shape    | to    |
      And a task that depends on "inout shape" launches the region report_shape by 3 teams with
        | variable | types        |
        | shape    | target-param |
      And a task that depends on "inout shape" launches the region add_counter with
        | variable | types        |
        | shape    | target-param |
      And a task that depends on "inout shape" updates
        | variable | bytes | types |
        | shape    | 0-4   | from  |
      And a task that depends on "inout shape" ends a data region that maps
        | variable | types  |
        | shape    | delete |
      And the program waits for its tasks
      Then shape holds "0a 00 00 00 00 00 00 00" on the host
      And the device has launched 2 kernels
      And the data of shape is no longer mapped

      Examples:
        | profile    | order             |
        | documented | as they were made |
        | llvm-15    | last first        |
        | llvm-16    | last first        |
        | llvm-16    | in order 1        |
        | llvm-19    | in order 2        |
        | llvm-22    | in order 3        |
        | llvm-23    | last first        |

    @KL-09
    Scenario Outline: A program of five tasks goes through every stage under <profile> with the inputs <inputs>
      Given the ABI profile <profile>
      And the device sim
      When the program stages goes through every stage at O2 with the inputs <inputs>
      Then every result equals the host's bit for bit
      And the device launched 3 kernels of the program

      Examples:
        | profile    | inputs |
        | documented | source |
        | llvm-15    | wide   |
        | llvm-16    | source |
        | llvm-16    | wide   |
        | llvm-19    | source |
        | llvm-19    | wide   |
        | llvm-22    | wide   |

    Scenario Outline: Tasks that share what they map and depend on nothing, <order>
      Given the ABI profile llvm-19
      And the device sim
      And the target region add_counter
      And the declare target variable counter that holds "07 00 00 00"
      And the host variable x that holds "01 00 00 00 02 00 00 00"
      And the image of the test regions
      And tasks run "<order>"
      When the program registers its descriptor
      And a task that depends on "" launches the region add_counter with
        | variable | bytes | types                  |
        | x        | 0-8   | to, from, target-param |
      And a task that depends on "" launches the region add_counter with
        | variable | bytes | types                  |
        | x        | 0-8   | to, from, target-param |
      And the program waits for its tasks
      Then x holds "0f 00 00 00 02 00 00 00" on the host
      And the data of x is no longer mapped

      Examples:
        | order             |
        | as they were made |
        | last first        |
        | in order 7        |

    Scenario: Some are waited for, others are not
      Given the ABI profile llvm-16
      And the device sim
      And the target region add_counter
      And the declare target variable counter that holds "07 00 00 00"
      And the host variable x that holds "01 00 00 00"
      And the host variable y that holds "01 00 00 00"
      And the image of the test regions
      When the program registers its descriptor
      And a task that depends on "inout x" launches the region add_counter with
        | variable | types                  |
        | x        | to, from, target-param |
      And a task that depends on "inout y" launches the region add_counter with
        | variable | types                  |
        | y        | to, from, target-param |
      And the program waits for what "in y" depends on
      Then x holds "01 00 00 00" on the host
      And y holds "08 00 00 00" on the host
      When the program waits for its tasks
      Then x holds "08 00 00 00" on the host

    @DM-04 @DM-05
    Scenario: A task that is refused changes nothing
      Given the ABI profile llvm-16
      And the device sim
      And the declare target variable counter that holds "07 00 00 00"
      And the host variable x that holds "01 00 00 00"
      And the host variable y that holds "01 00 00 00"
      And the image of the test regions
      And tasks run "last first"
      When the program registers its descriptor
      And a task that depends on "out x" begins a data region that maps
        | variable | types |
        | x        | to    |
      And a task that depends on "out y" begins a data region that maps
        | variable | types       |
        | y        | to, present |
      And the program waits for its tasks, one of which is rejected
      Then it is rejected by the rule PRESENT at byte 0 of y
      And the data of x is no longer mapped

  @DM-19
  Rule: Each thread has a default device of its own

    Scenario Outline: Two threads under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the target region add_counter
      And the declare target variable counter that holds "07 00 00 00"
      And the host variable x that holds "01 00 00 00"
      And the image of the test regions
      When the program registers its descriptor
      And thread 1 makes device 1 its default
      And thread 2 calls
      Then its default device is 0
      When a task that depends on "" begins a data region that maps
        | variable | types |
        | x        | to    |
      And the program waits for its tasks
      Then x is mapped 1 time
      When thread 1 calls
      Then its default device is 1
      When the region add_counter is launched with
        | variable | types            |
        | x        | to, target-param |
      Then the host must run it because of INITIAL_DEVICE

      Examples:
        | profile |
        | llvm-16 |
        | llvm-22 |
