Feature: Device images on a link line
  The linker wrapper extracts the device images from the files on the command line.

  @DL-01 @DL-02
  Scenario Outline: A fat object gives its images
    Given the ABI profile <profile>
    And the link line <object>
    When the device input is extracted
    Then the device input is
      | image    | target   |
      | <origin> | <target> |

    Examples:
      | profile    | object  | origin                                 | target                      |
      | documented | z16.o   | z16.o: .llvm.offloading [19] image 0   | nvptx64-nvidia-cuda:sm_75   |
      | llvm-15    | t15.o   | t15.o: .llvm.offloading [17] image 0   | x86_64-pc-linux-gnu         |
      | llvm-16    | z16.o   | z16.o: .llvm.offloading [19] image 0   | nvptx64-nvidia-cuda:sm_75   |
      | llvm-19    | t19.o   | t19.o: .llvm.offloading [13] image 0   | x86_64-pc-linux-gnu         |
      | llvm-22    | t22.o   | t22.o: .llvm.offloading [13] image 0   | x86_64-pc-linux-gnu:generic |
      | llvm-23    | ind23.o | ind23.o: .llvm.offloading [13] image 0 | x86_64-pc-linux-gnu:generic |

  @DL-02
  Scenario: Objects of the bundler carry images in sections named after their target
    Given the ABI profile llvm-14
    And the link line t14.o
    When the device input is extracted
    Then the device input is
      | image                                                                   | target              |
      | t14.o: __CLANG_OFFLOAD_BUNDLE__openmp-x86_64-pc-linux-gnu [23] image 0  | x86_64-pc-linux-gnu |

  @DL-02 @DL-03
  Scenario Outline: Several images of one object are linked target by target, the greatest first
    Given the ABI profile <profile>
    And the link line <object>
    When the device input is extracted
    Then the images are linked for nvptx64-nvidia-cuda:sm_90, nvptx64-nvidia-cuda:sm_70

    Examples:
      | profile | object |
      | llvm-16 | tn16.o |
      | llvm-19 | tn19.o |
      | llvm-22 | tn22.o |

  @DL-02
  Scenario: What an offload link made is extracted again
    Given the ABI profile llvm-16
    And the link line rq16.o
    When the device input is extracted
    Then 2 device images are found
