@sim
Feature: Which image is loaded on which device

  @RG-07 @RG-17
  Rule: An image has to fit its device, or every device of the plugin

    Scenario Outline: Under <profile>, one device takes sm_75 and the other sm_90, too
      Given the ABI profile <profile>
      And the device sim
      And a second device that accepts no image for sm_90
      And the shared library liba
      And the target region report_shape
      And the image of the test regions linked for sm_75
      And the image of the test regions linked for sm_90
      When the program loads liba
      Then device 0 has loaded image <large> of liba
      And device 1 has loaded image <small> of liba

      Examples:
        | profile    | large | small |
        | documented | 2     | 1     |
        | llvm-15    | 1     | 1     |
        | llvm-16    | 1     | 1     |
        | llvm-18    | 1     | 1     |
        | llvm-19    | 2     | 1     |
        | llvm-20    | 2     | 1     |
        | llvm-22    | 1     | 1     |
        | llvm-23    | 1     | 1     |

    Scenario Outline: Under <profile>, an image that fits one of two devices is loaded on neither
      Given the ABI profile <profile>
      And the device sim
      And a second device that accepts no image for sm_90
      And the shared library liba
      And the target region report_shape
      And the image of the test regions linked for sm_90
      When the program loads liba
      Then device 0 has loaded no image for liba
      And device 1 has loaded no image for liba

      Examples:
        | profile |
        | llvm-15 |
        | llvm-16 |
        | llvm-18 |

    Scenario Outline: Under <profile>, an image that fits one of two devices is loaded there
      Given the ABI profile <profile>
      And the device sim
      And a second device that accepts no image for sm_90
      And the shared library liba
      And the target region report_shape
      And the image of the test regions linked for sm_90
      When the program loads liba
      Then device 0 has loaded image 1 of liba
      And device 1 has loaded no image for liba
      When the program attempts a construct on device 1
      Then it is rejected by the rule MANDATORY

      Examples:
        | profile    |
        | documented |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

  @RG-17
  Rule: Some editions look at the images of the libraries before

    Scenario Outline: Under <profile>, the image of an earlier library is taken for want of another
      Given the ABI profile <profile>
      And the device sim
      And the shared library liba
      And the target region add_counter
      And the image of the test regions
      And the shared library libb
      And the target region add_counter
      When the program loads liba
      And the program loads libb
      Then for libb the device has loaded an image of liba

      Examples:
        | profile |
        | llvm-15 |
        | llvm-16 |
        | llvm-19 |
        | llvm-20 |

    Scenario Outline: Under <profile>, a library has its own images only
      Given the ABI profile <profile>
      And the device sim
      And the shared library liba
      And the target region add_counter
      And the image of the test regions
      And the shared library libb
      And the target region add_counter
      When the program loads liba
      And the program loads libb
      Then the device has loaded no image for libb

      Examples:
        | profile    |
        | documented |
        | llvm-22    |
        | llvm-23    |

    Scenario Outline: Under <profile>, its own image comes before an earlier library's
      Given the ABI profile <profile>
      And the device sim
      And the shared library liba
      And the target region add_counter
      And the image of the test regions
      And the shared library libb
      And the target region report_shape
      And the image of the test regions
      When the program loads liba
      And the program loads libb
      Then the device has loaded an image of libb

      Examples:
        | profile |
        | llvm-15 |
        | llvm-16 |
        | llvm-19 |

  @RG-18
  Rule: The entries of an image are the library's

    Scenario Outline: Under <profile>, the image of an earlier library has other entries
      Given the ABI profile <profile>
      And the device sim
      And the shared library liba
      And the target region add_counter
      And the image of the test regions
      And the shared library libb
      And the target region report_shape
      When the program loads liba
      And the program attempts to open libb
      Then it is rejected by the rule ENTRY_TABLES
      And the open libraries are "liba"

      Examples:
        | profile |
        | llvm-15 |
        | llvm-16 |
        | llvm-19 |

    Scenario Outline: Under <profile>, the image's table is shorter than the host's
      Given the ABI profile <profile>
      And the device sim
      And the target region add_counter
      And the target region report_shape
      And the image of the test regions
      And the field at offset 24 of the first image is <entry> less
      When the program attempts to register its descriptor
      Then it is rejected by the rule ENTRY_TABLES
      And no library is registered

      Examples:
        | profile    | entry |
        | documented | 32    |
        | llvm-15    | 32    |
        | llvm-16    | 32    |
        | llvm-19    | 32    |
        | llvm-20    | 56    |

    Scenario Outline: Under <profile>, what the shorter table lacks fails when it is used
      Given the ABI profile <profile>
      And the device sim
      And the target region add_counter
      And the target region report_shape
      And the image of the test regions
      And the field at offset 24 of the first image is 56 less
      When the program registers its descriptor
      And a launch of the region report_shape is attempted
      Then it is rejected by the rule SYMBOL_DEFINED
      And the device has launched 0 kernels

      Examples:
        | profile |
        | llvm-21 |
        | llvm-22 |
        | llvm-23 |
