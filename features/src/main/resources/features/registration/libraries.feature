@sim
Feature: A program has several libraries

  @RG-14
  Rule: Libraries are registered one by one, and each has its own regions, variables and images

    Scenario Outline: Opened, used and closed under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the shared library liba
      And the target region add_counter
      And the declare target variable counter that holds "01 00 00 00"
      And the image of the test regions
      And the shared library libb
      And the target region report_shape
      And the image of the test regions
      When the program loads liba
      And the program loads libb
      Then the open libraries are "liba, libb"
      And the device has loaded an image of liba
      And the device has loaded an image of libb
      And counter holds "07 00 00 00" on the device
      When the program closes liba
      Then the open libraries are "libb"
      And the device has loaded an image of libb
      And nothing is mapped

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

    Scenario Outline: Opened again under <profile>, a library begins anew
      Given the ABI profile <profile>
      And the device sim
      And the shared library liba
      And the declare target variable counter that holds "01 00 00 00"
      And the image of the test regions
      When the program registers its descriptor
      And the device sets its copy of counter to "09 00 00 00"
      And the program unregisters its descriptor
      And the program registers its descriptor
      Then counter holds "07 00 00 00" on the device

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

    Scenario: A region of a library that was closed
      Given the ABI profile llvm-19
      And the device sim
      And the shared library liba
      And the target region add_counter
      And the image of the test regions
      And the shared library libb
      And the target region report_shape
      And the image of the test regions
      When the program loads liba
      And the program loads libb
      And the program closes liba
      And a launch of the region add_counter is attempted
      Then it is rejected by the rule TARGET_REGION
      And the device has launched 0 kernels

  @RG-15
  Rule: Libraries are unregistered in the reverse order at the latest when the program exits

    Scenario Outline: At the exit of a program under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the shared library liba
      And the declare target variable counter that holds "01 00 00 00"
      And the image of the test regions
      And the shared library libb
      And the target region report_shape
      And the image of the test regions
      When the program loads liba
      And the program loads libb
      And the program exits
      Then no library is registered
      And nothing is mapped

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

  @RG-17
  Rule: A library has no image of a library that was closed, whatever the edition looks at

    Scenario Outline: Under <profile>, as D51 says
      Given the ABI profile <profile>
      And the device sim
      And the shared library liba
      And the declare target variable counter that holds "01 00 00 00"
      And the image of the test regions
      And the shared library libb
      And the target region add_counter
      When the program loads liba
      And the program closes liba
      And the program loads libb
      Then the open libraries are "libb"
      And the device has loaded no image for libb

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |
