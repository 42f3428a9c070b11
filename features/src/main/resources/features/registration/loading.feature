@sim
Feature: An image is loaded when its edition loads it

  @RG-16
  Rule: At registration, or by the first construct

    Scenario Outline: By the first construct under <profile>
      Given the ABI profile <profile>
      And the device sim
      And images are loaded when the edition loads them
      And the shared library liba
      And the declare target variable counter that holds "01 00 00 00"
      And the image of the test regions
      When the program loads liba
      Then the device has loaded no image for liba
      And nothing is mapped
      When the program executes a construct
      Then the device has loaded an image of liba
      And counter is mapped for as long as the library is registered

      Examples:
        | profile |
        | llvm-15 |
        | llvm-16 |
        | llvm-19 |
        | llvm-22 |
        | llvm-23 |

    Scenario: At registration, as the documents have it
      Given the ABI profile documented
      And the device sim
      And images are loaded when the edition loads them
      And the shared library liba
      And the declare target variable counter that holds "01 00 00 00"
      And the image of the test regions
      When the program loads liba
      Then the device has loaded an image of liba
      And counter is mapped for as long as the library is registered

    Scenario: A library that is opened later is loaded by the next construct
      Given the ABI profile llvm-19
      And the device sim
      And images are loaded when the edition loads them
      And the shared library liba
      And the target region report_shape
      And the image of the test regions
      And the shared library libb
      And the declare target variable counter that holds "01 00 00 00"
      And the image of the test regions
      When the program loads liba
      And the program executes a construct
      And the program loads libb
      Then the device has loaded no image for libb
      When the program executes a construct
      Then the device has loaded an image of libb

  @RG-16 @RG-22
  Rule: An image that cannot be loaded is an error wherever it is loaded, and leaves nothing behind

    Scenario Outline: A variable of another size under <profile>
      Given the ABI profile <profile>
      And the device sim
      And images are loaded when the edition loads them
      And the shared library liba
      And the declare target variable counter that holds "01 00 00 00 00 00 00 00"
      And the image of the test regions
      When the program loads liba
      And the program attempts a construct
      Then it is rejected by the rule SYMBOL_SIZE
      And the open libraries are "liba"
      And the device has loaded no image for liba
      And nothing is mapped
      When the program attempts a construct
      Then it is rejected by the rule SYMBOL_SIZE
      When the program closes liba
      Then no library is registered

      Examples:
        | profile |
        | llvm-15 |
        | llvm-16 |
        | llvm-19 |
        | llvm-22 |
        | llvm-23 |

    Scenario: The documents have it found at registration
      Given the ABI profile documented
      And the device sim
      And images are loaded when the edition loads them
      And the shared library liba
      And the declare target variable counter that holds "01 00 00 00 00 00 00 00"
      And the image of the test regions
      When the program attempts to open liba
      Then it is rejected by the rule SYMBOL_SIZE
      And no library is registered
      And nothing is mapped

  @RG-25
  Rule: Constructors run when an image is loaded and destructors when it is unloaded, once each

    Scenario Outline: Under <profile>, an image names them by symbols, with their priorities
      Given the ABI profile <profile>
      And the device sim
      And images are loaded when the edition loads them
      And the shared library liba
      And the declare target variable counter that holds "01 00 00 00"
      And an image whose constructors are symbols
      When the program loads liba
      Then the device has launched 0 kernels
      When the program executes a construct
      And the program executes a construct
      Then the device has launched 1 kernel
      And counter holds "22 00 00 00" on the device
      When the program closes liba
      Then the device has launched 2 kernels

      Examples:
        | profile |
        | llvm-18 |
        | llvm-19 |
        | llvm-22 |
        | llvm-23 |

    Scenario Outline: Under <profile>, nobody asks for such symbols
      Given the ABI profile <profile>
      And the device sim
      And the shared library liba
      And the declare target variable counter that holds "01 00 00 00"
      And an image whose constructors are symbols
      When the program loads liba
      Then counter holds "07 00 00 00" on the device
      And the device has launched 0 kernels

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |
