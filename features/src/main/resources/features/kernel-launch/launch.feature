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
      And the image of the test regions
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
        | llvm-15    |
        | llvm-16    |
        | llvm-18    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

    Scenario: A firstprivate argument is not copied back
      Given the ABI profile llvm-16
      And the device sim
      And the target region add_counter
      And the host variable x that holds "23 00 00 00"
      And the image of the test regions
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
      And the image of the test regions
      When the program registers its descriptor
      And the region <region> is launched by 1 team of at most 64 threads with
        | variable | types              |
        | shape    | from, target-param |
      Then it ran as 1 team of <threads> threads
      And shape holds "<shape>" on the host

      Examples:
        | profile | region               | threads | shape                   |
        | llvm-15 | report_shape         | 64      | 01 00 00 00 40 00 00 00 |
        | llvm-15 | report_generic_shape | 96      | 01 00 00 00 60 00 00 00 |
        | llvm-16 | report_shape         | 64      | 01 00 00 00 40 00 00 00 |
        | llvm-16 | report_generic_shape | 96      | 01 00 00 00 60 00 00 00 |
        | llvm-19 | report_shape         | 64      | 01 00 00 00 40 00 00 00 |
        | llvm-19 | report_generic_shape | 96      | 01 00 00 00 60 00 00 00 |
        | llvm-23 | report_shape         | 64      | 01 00 00 00 40 00 00 00 |
        | llvm-23 | report_generic_shape | 96      | 01 00 00 00 60 00 00 00 |

  @KL-03
  Rule: The trip count gives the number of teams

    Scenario Outline: <iterations> iterations under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the target region report_shape
      And the host variable shape that holds "00 00 00 00 00 00 00 00"
      And the image of the test regions
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

    Scenario Outline: <region> sees it under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the target region <region>
      And the host variable argument that holds "00 00 00 00 00 00 00 00"
      And the image of the test regions
      When the program registers its descriptor
      And the region <region> is launched by 1 team of at most 1 threads with
        | variable | types              |
        | argument | from, target-param |
      Then argument holds "ff ff ff ff ff ff ff ff" on the host

      Examples:
        | profile | region               |
        | llvm-18 | report_implicit      |
        | llvm-19 | report_implicit      |
        | llvm-19 | report_implicit_bare |
        | llvm-22 | report_implicit_bare |

  @KL-17
  Rule: Where the launch keeps its last argument free, the implicit argument comes last

    Scenario Outline: <region> sees it there
      Given the ABI profile llvm-23
      And the device sim
      And the target region <region>
      And the host variable argument that holds "00 00 00 00 00 00 00 00"
      And the image of the test regions
      When the program registers its descriptor
      And the region <region> is launched by 1 team of at most 1 threads with
        | variable | types              |
        | argument | from, target-param |
      Then argument holds "ff ff ff ff ff ff ff ff" on the host

      Examples:
        | region               |
        | report_implicit      |
        | report_implicit_bare |

    Scenario: A launch that does not keep it free
      Given the ABI profile llvm-23
      And the device sim
      And the target region report_implicit
      And the host variable argument that holds "00 00 00 00 00 00 00 00"
      And the image of the test regions
      When the program registers its descriptor
      And a launch of the region report_implicit is attempted with arguments of version 5
        | variable | types              |
        | argument | from, target-param |
      Then it is rejected by the rule LAUNCH_ARGUMENTS
      And the device has launched 0 kernels

  @KL-16
  Rule: The arguments say of which version they are

    Scenario Outline: Version <version> under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the target region report_shape
      And the host variable shape that holds "00 00 00 00 00 00 00 00"
      And the image of the test regions
      When the program registers its descriptor
      And the region report_shape is launched by 1 team of 64 threads and arguments of version <version>
        | variable | types              |
        | shape    | from, target-param |
      Then shape holds "01 00 00 00 40 00 00 00" on the host

      Examples: as the compiler writes them, or an earlier one
        | profile | version |
        | llvm-15 | 1       |
        | llvm-16 | 1       |
        | llvm-16 | 2       |
        | llvm-18 | 2       |
        | llvm-19 | 3       |
        | llvm-22 | 3       |

      Examples: a version that the edition does not know, read as its newest
        | profile | version |
        | llvm-16 | 3       |
        | llvm-19 | 7       |

    Scenario: A program of LLVM 22 under the runtime of 23
      Given the ABI profile llvm-23
      And the device sim
      And the target region report_implicit
      And the host variable argument that holds "00 00 00 00 00 00 00 00"
      And the image of the test regions for device ABI D19
      When the program registers its descriptor
      And the region report_implicit is launched by 1 team of 1 threads and arguments of version 3
        | variable | types              |
        | argument | from, target-param |
      Then argument holds "ff ff ff ff ff ff ff ff" on the host

    Scenario Outline: No version under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the target region report_shape
      And the host variable shape that holds "00 00 00 00 00 00 00 00"
      And the image of the test regions
      When the program registers its descriptor
      And a launch of the region report_shape is attempted with arguments of version 0
        | variable | types              |
        | shape    | from, target-param |
      Then it is rejected by the rule LAUNCH_ARGUMENTS
      And the device has launched 0 kernels

      Examples:
        | profile |
        | llvm-15 |
        | llvm-19 |
        | llvm-23 |

  @KL-15
  Rule: A team cannot have more memory than there is

    Scenario Outline: A launch that asks for <bytes> bytes
      Given the ABI profile llvm-16
      And the device sim
      And the target region report_shape
      And the host variable shape that holds "00 00 00 00 00 00 00 00"
      And the image of the test regions
      When the program registers its descriptor
      And a launch of the region report_shape is attempted with <bytes> bytes of memory for each team and
        | variable | types              |
        | shape    | from, target-param |
      Then the device rejects it as OUT_OF_RESOURCES
      And the device has launched 0 kernels

      Examples:
        | bytes      |
        | 232449     |
        | 4294967295 |

  @KL-18
  Rule: The device environment has the edition's size

    Scenario Outline: <size> bytes under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the target region report_environment
      And the host variable environment that holds "ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff"
      And the image of runtime/environment.<size>.ptx
      When the program registers its descriptor
      And the region report_environment is launched by 1 team of at most 1 threads with
        | variable    | types                  |
        | environment | to, from, target-param |
      Then environment holds "<fields>" on the host

      Examples: the number of devices, and from LLVM 17 on the ticks of the clock in a second
        | profile    | size | fields |
        | documented | 16   | 00 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff |
        | llvm-15    | 16   | 00 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff |
        | llvm-16    | 16   | 00 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff |
        | llvm-17    | 24   | 00 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 40 42 0f 00 00 00 00 00 ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff |
        | llvm-19    | 48   | 00 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 40 42 0f 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 |
        | llvm-22    | 48   | 00 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 40 42 0f 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 |

      Examples: an image of another edition is left alone
        | profile | size | fields |
        | llvm-16 | 24   | 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff |
        | llvm-17 | 16   | 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff |
