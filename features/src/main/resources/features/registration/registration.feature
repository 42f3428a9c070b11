@sim
Feature: A program registers its descriptor

  @RG-01 @RG-09
  Rule: The constructor registers the device images

    Scenario Outline: Entries and images under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the target region add_counter
      And the declare target variable counter that holds "01 00 00 00"
      And the image of the test regions
      When the program registers its descriptor
      Then the runtime knows the entries "add_counter, counter"
      And the device has loaded image 1 of the library

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |
        | llvm-19    |
        | llvm-20    |
        | llvm-22    |
        | llvm-23    |

  @RG-08 @RG-10 @RG-11 @RG-12 @RG-13
  Rule: A variable's host address leads to its device address, and stays as it is

    Scenario Outline: The table is beside the entries under <profile>, as D7 says
      Given the ABI profile <profile>
      And the device sim
      And the declare target variable counter that holds "01 00 00 00"
      And the image of the test regions
      When the program registers its descriptor
      Then counter is mapped to the variable of the image
      And the entry of counter still holds its address on the host

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

  @RG-02 @RG-13
  Rule: The runtime maintains a table mapping host pointers to device pointers

    Scenario: A variable is the image's own
      Given the ABI profile llvm-19
      And the device sim
      And the declare target variable counter that holds "01 00 00 00"
      And the image of the test regions
      When the program registers its descriptor
      Then counter is mapped for as long as the library is registered
      And counter holds "07 00 00 00" on the device
      When the program unregisters its descriptor
      Then nothing is mapped

  @RG-03
  Rule: A descriptor is registered at most once until it is unregistered

    Background:
      Given the ABI profile llvm-16
      And the device sim
      And the target region add_counter
      And the image of the test regions

    Scenario: Twice
      When the program registers its descriptor
      And the program attempts to register its descriptor
      Then it is rejected by the rule REGISTERED_ONCE at offset 0 of the descriptor

    Scenario: Again after it was unregistered
      When the program registers its descriptor
      And the program unregisters its descriptor
      And the program registers its descriptor
      Then the runtime knows the entries "add_counter"

    Scenario: Unregistered without having been registered
      When the program attempts to unregister its descriptor
      Then it is rejected by the rule REGISTERED at offset 0 of the descriptor
      And no library is registered

  @RG-07
  Rule: Of several images that fit, the one the edition would load is loaded

    Scenario Outline: Under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the image of the test regions
      And the image of the test regions
      And an image for another machine
      When the program registers its descriptor
      Then the device has loaded image <image> of the library

      Examples:
        | profile    | image |
        | documented | 2     |
        | llvm-15    | 2     |
        | llvm-16    | 2     |
        | llvm-19    | 2     |
        | llvm-20    | 2     |
        | llvm-21    | 1     |
        | llvm-22    | 1     |
        | llvm-23    | 1     |

  @RG-19
  Rule: Tables of an older edition are read by those that upgrade them

    Scenario Outline: A library that <builder> built, under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the shared library old that <builder> built
      And the declare target variable counter that holds "01 00 00 00"
      And the target region add_counter
      And the image of the test regions
      When the program loads old
      Then the runtime knows the entries "counter, add_counter"
      And the device has loaded an image of old

      Examples:
        | profile | builder |
        | llvm-20 | llvm-19 |
        | llvm-22 | llvm-18 |
        | llvm-22 | llvm-19 |
        | llvm-23 | llvm-19 |

    Scenario Outline: The image that <builder> leaves in its offload binary is none to <profile>
      Given the ABI profile <profile>
      And the device sim
      And the shared library old that <builder> built
      And the target region add_counter
      And the image of the test regions
      When the program loads old
      Then the device has loaded no image for old
      When the program executes a construct
      Then the construct is left to the host because of NO_COMPATIBLE_DEVICE

      Examples:
        | profile | builder |
        | llvm-19 | llvm-16 |
        | llvm-22 | llvm-16 |
        | llvm-23 | llvm-15 |
