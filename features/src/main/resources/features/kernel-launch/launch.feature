@sim
Feature: Target regions run on the device

  @KL-01 @KL-06 @RG-09
  Rule: The kernel of the region is called, and what it cost is told

    Scenario Outline: A region adds a device variable to a mapped one under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the target region add_counter
      And the declare target variable counter that holds "01 00 00 00"
      And the host variable x that holds "23 00 00 00"
      And the image of the trial regions
      When the program registers its descriptor
      And the region add_counter is launched with
        | variable | types                  |
        | x        | to, from, target-param |
      Then x holds "2a 00 00 00" on the host
      And the launch moved 4 bytes to the device and 4 back
      And the device has launched 1 kernel

      Examples:
        | profile    |
        | documented |
        | llvm-16    |
        | llvm-18    |
        | llvm-19    |
        | llvm-22    |

    Scenario: A firstprivate argument is not copied back
      Given the ABI profile llvm-16
      And the device sim
      And the target region add_counter
      And the host variable x that holds "23 00 00 00"
      And the image of the trial regions
      When the program registers its descriptor
      And the region add_counter is launched with
        | variable | types                     |
        | x        | to, private, target-param |
      Then x holds "23 00 00 00" on the host
      And the launch moved 4 bytes to the device and 0 back

  @KL-02
  Rule: A region in generic mode gets one warp more than its thread limit

    Scenario Outline: <region> under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the target region <region>
      And the host variable shape that holds "00 00 00 00 00 00 00 00"
      And the image of the trial regions
      When the program registers its descriptor
      And the region <region> is launched by 1 team of at most 64 threads with
        | variable | types              |
        | shape    | from, target-param |
      Then it ran as 1 team of <threads> threads
      And shape holds "<shape>" on the host

      Examples:
        | profile | region               | threads | shape                   |
        | llvm-16 | report_shape         | 64      | 01 00 00 00 40 00 00 00 |
        | llvm-16 | report_generic_shape | 96      | 01 00 00 00 60 00 00 00 |
        | llvm-19 | report_shape         | 64      | 01 00 00 00 40 00 00 00 |
        | llvm-19 | report_generic_shape | 96      | 01 00 00 00 60 00 00 00 |

  @KL-03
  Rule: The trip count gives the number of teams

    Scenario Outline: <iterations> iterations under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the target region report_shape
      And the host variable shape that holds "00 00 00 00 00 00 00 00"
      And the image of the trial regions
      When the program registers its descriptor
      And the region report_shape is launched over <iterations> iterations with
        | variable | types              |
        | shape    | from, target-param |
      Then it ran as <teams> teams of <threads> threads

      Examples:
        | profile | iterations | teams | threads |
        | llvm-16 | 1024       | 8     | 128     |
        | llvm-16 | 1025       | 9     | 128     |
        | llvm-19 | 1024       | 32    | 32      |

  @KL-04
  Rule: The implicit argument comes first

    Scenario: A kernel sees it
      Given the ABI profile llvm-19
      And the device sim
      And the target region report_implicit
      And the host variable argument that holds "00 00 00 00 00 00 00 00"
      And the image of the trial regions
      When the program registers its descriptor
      And the region report_implicit is launched by 1 team of at most 1 threads with
        | variable | types              |
        | argument | from, target-param |
      Then argument holds "ff ff ff ff ff ff ff ff" on the host
