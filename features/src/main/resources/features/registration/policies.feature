@sim
Feature: Whether a construct may run on the host

  @RG-21
  Rule: What OMP_TARGET_OFFLOAD does not say, the first construct decides

    Scenario Outline: Under <profile>, no device takes an image when the program comes to a construct
      Given the ABI profile <profile>
      And the device sim
      And the shared library liba
      And an image for another machine
      And the shared library libb
      And the target region report_shape
      And the image of the test regions
      When the program loads liba
      And the program executes a construct
      Then the construct is left to the host because of NO_COMPATIBLE_DEVICE
      When the program loads libb
      And the program executes a construct
      Then the construct is left to the host because of NO_COMPATIBLE_DEVICE

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

    Scenario Outline: Under <profile>, a device takes an image and loses it
      Given the ABI profile <profile>
      And the device sim
      And the shared library liba
      And the target region report_shape
      And the image of the test regions
      When the program loads liba
      And the program executes a construct
      Then the construct has run on the device
      When the program closes liba
      And the program attempts a construct
      Then it is rejected by the rule MANDATORY

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

  @RG-21
  Rule: What it says holds

    Scenario Outline: Under <profile>, a program that must not offload loads nothing
      Given the ABI profile <profile>
      And the device sim
      And the offload policy DISABLED
      And the shared library liba
      And the target region report_shape
      And the image of the test regions
      When the program loads liba
      And the program executes a construct
      Then the construct is left to the host because of OFFLOADING_DISABLED
      And the device has loaded no image for liba

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

    Scenario Outline: Under <profile>, a program that must offload ends where it cannot
      Given the ABI profile <profile>
      And the device sim
      And the offload policy MANDATORY
      And the shared library liba
      And an image for another machine
      When the program loads liba
      And the program attempts a construct
      Then it is rejected by the rule MANDATORY

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

  @RG-22
  Rule: An image that fits and cannot be loaded never sends a construct to the host

    Scenario Outline: Under <profile> and the policy <policy>
      Given the ABI profile <profile>
      And the device sim
      And the offload policy <policy>
      And images are loaded when the edition loads them
      And the shared library liba
      And the declare target variable counter that holds "01 00"
      And the image of the test regions
      When the program loads liba
      And the program attempts a construct
      Then it is rejected by the rule SYMBOL_SIZE

      Examples:
        | profile | policy    |
        | llvm-15 | DEFAULT   |
        | llvm-16 | DEFAULT   |
        | llvm-16 | MANDATORY |
        | llvm-19 | DEFAULT   |
        | llvm-22 | DEFAULT   |
        | llvm-23 | DEFAULT   |
