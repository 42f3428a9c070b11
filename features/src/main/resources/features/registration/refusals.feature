@sim
Feature: A descriptor that does not fit is refused

  @RG-04
  Rule: The first pointer or count that does not fit is named with its address

    Background:
      Given the ABI profile llvm-22
      And the device sim
      And the target region add_counter
      And the image of the trial regions

    Scenario: The entry table ends before it begins
      Given the field at offset 24 of the descriptor is 4096
      When the program asks to register its descriptor
      Then it is refused by the rule DESCRIPTOR at offset 24 of the descriptor
      And no library is registered

    Scenario: The image table is not there
      Given the field at offset 8 of the descriptor is 4096
      When the program asks to register its descriptor
      Then it is refused by the rule HOST_ADDRESS

    Scenario: More images than there is memory
      Given the field at offset 0 of the descriptor is 4294967295
      When the program asks to register its descriptor
      Then it is refused by the rule HOST_ADDRESS

    Scenario: An entry of a layout that is not known
      Given the field at offset 8 of the first entry is 2
      When the program asks to register its descriptor
      Then it is refused by the rule DESCRIPTOR at offset 0 of the entry table

    Scenario: An entry without an address
      Given the field at offset 16 of the first entry is 0
      When the program asks to register its descriptor
      Then it is refused by the rule DESCRIPTOR at offset 0 of the entry table

  @RG-05 @MT-08 @MT-13
  Rule: An image that lacks an entry is refused

    Scenario: At registration, where the edition does not tolerate it
      Given the ABI profile llvm-16
      And the device sim
      And the target region add_counter
      And the target region no_such_kernel
      And the image of the trial regions
      When the program asks to register its descriptor
      Then it is refused by the rule SYMBOL_DEFINED at offset 32 of the entry table
      And no library is registered

    Scenario: When it is launched, where the edition tolerates it
      Given the ABI profile llvm-22
      And the device sim
      And the target region no_such_kernel
      And the image of the trial regions
      When the program registers its descriptor
      And the region no_such_kernel is asked to be launched
      Then it is refused by the rule SYMBOL_DEFINED
      And the device has launched 0 kernels

  @RG-06
  Rule: A variable has one size

    Scenario: Eight bytes on the host, four in the image
      Given the ABI profile llvm-16
      And the device sim
      And the declare target variable counter that holds "01 00 00 00 00 00 00 00"
      And the image of the trial regions
      When the program asks to register its descriptor
      Then it is refused by the rule SYMBOL_SIZE at offset 0 of the entry table
