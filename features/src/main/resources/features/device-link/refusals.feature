Feature: Device images that cannot be linked
  An image that a link omits silently is missing at run time.

  @DL-04
  Scenario Outline: No device linker takes the target
    Given the ABI profile <profile>
    And the link line <object>
    When the program is linked with device linkers for spirv64
    Then the link is rejected by the rule DEVICE_LINKER at <object>, .llvm.offloading [<section>] image 0

    Examples:
      | profile | object | section |
      | llvm-16 | z16.o  | 19      |
      | llvm-19 | t19.o  | 13      |
      | llvm-22 | t22.o  | 13      |

  @DL-04
  Scenario Outline: An image of a programming model that nobody registers
    Given the ABI profile <profile>
    And the link line <object>
    When the program is linked with device linkers for nvptx64-nvidia-cuda
    Then the link is rejected by the rule OFFLOAD_KIND at <object>, .llvm.offloading [<section>] image 0

    Examples: the documents describe OpenMP only; HIP's number of LLVM 16 means OpenMP and CUDA in 22
      | profile    | object | section |
      | documented | cu16.o | 8       |
      | llvm-22    | h16.o  | 11      |

  @DL-01
  Scenario: A section of the right type that holds no offload binaries is damage
    Given the ABI profile llvm-19
    And the link line t19.o with its .llvm.offloading cut to 40 bytes
    When the device input is extracted
    Then the extraction is rejected at t19.o
