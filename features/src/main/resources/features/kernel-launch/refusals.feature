@sim
Feature: Target regions that cannot run on the device

  @KL-05
  Rule: The caller is told why the host has to run a region

    Scenario: Offloading is disabled
      Given the ABI profile llvm-19
      And the device sim
      And the offload policy DISABLED
      And the target region add_counter
      And the host variable x that holds "23 00 00 00"
      And the image of the test regions
      When the program registers its descriptor
      And the region add_counter is launched with
        | variable | types                  |
        | x        | to, from, target-param |
      Then the host must run it because of OFFLOADING_DISABLED
      And the device has launched 0 kernels
      And x holds "23 00 00 00" on the host

    Scenario: No device takes an image
      Given the ABI profile llvm-19
      And the device sim
      And the target region add_counter
      And the host variable x that holds "23 00 00 00"
      And an image for another machine
      When the program registers its descriptor
      And the region add_counter is launched with
        | variable | types                  |
        | x        | to, from, target-param |
      Then the host must run it because of NO_COMPATIBLE_DEVICE
      And the device has launched 0 kernels

    Scenario: No device takes an image, and offloading is mandatory
      Given the ABI profile llvm-19
      And the device sim
      And the offload policy MANDATORY
      And the target region add_counter
      And an image for another machine
      When the program registers its descriptor
      And a launch of the region add_counter is attempted
      Then it is rejected by the rule MANDATORY
      And the device has launched 0 kernels

  @KL-07
  Rule: A host pointer has to be a registered target region's

    Scenario: The entries of another section are not registered
      Given the ABI profile llvm-22
      And the device sim
      And the target region add_counter
      And the image of the test regions
      When the program registers its descriptor
      And a launch of the region unregistered_region is attempted
      Then it is rejected by the rule TARGET_REGION
      And the device has launched 0 kernels

  @KL-13 @OE-24
  Rule: A message names the place that the compiler passed

    Scenario Outline: <location>
      Given the ABI profile llvm-19
      And the device sim
      And the target region add_counter
      And the image of the test regions
      When the program registers its descriptor
      And a launch of a region without an entry is attempted at "<location>"
      Then it is rejected by the rule TARGET_REGION
      And the error starts with "<place>: 0x0: "

      Examples:
        | location                  | place                                |
        | ;zaxpy.cpp;zaxpy;6;1;;    | zaxpy.cpp:6:1: __tgt_target_kernel   |
        | ;unknown;unknown;0;0;;    | __tgt_target_kernel                  |

  @KL-08
  Rule: A kernel of another device ABI is refused before it is launched

    Scenario Outline: A <abi> kernel under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the target region add_counter
      And the image of the test regions for device ABI <abi>
      When the program attempts to register its descriptor
      Then it is rejected by the rule DEVICE_ABI
      And the device has launched 0 kernels

      Examples:
        | profile | abi |
        | llvm-16 | D19 |
        | llvm-19 | D16 |
        | llvm-22 | D16 |
