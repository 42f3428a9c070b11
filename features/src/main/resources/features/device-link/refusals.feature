Feature: Device images that cannot be linked
  What is left out of a program in silence is missed when it runs.

  @DL-04
  Scenario Outline: No device linker takes the target
    Given the ABI profile <profile>
    And the link line <object>
    When the program is linked with device linkers for spirv64
    Then the link is refused by the rule DEVICE_LINKER at <object>, .llvm.offloading [<section>] image 0

    Examples:
      | profile | object | section |
      | llvm-16 | z16.o  | 19      |
      | llvm-19 | t19.o  | 13      |
      | llvm-22 | t22.o  | 13      |

  @DL-04
  Scenario: An image of another programming model is not taken for OpenMP's
    Given the ABI profile llvm-16
    And the link line cu16.o
    When the program is linked with device linkers for nvptx64-nvidia-cuda
    Then the link is refused by the rule OFFLOAD_KIND at cu16.o, .llvm.offloading [8] image 0

  @DL-01
  Scenario: A section of the right type that holds no offload binaries is damage
    Given the ABI profile llvm-19
    And the link line t19.o with its .llvm.offloading cut to 40 bytes
    When the device input is extracted
    Then the extraction is refused at t19.o
