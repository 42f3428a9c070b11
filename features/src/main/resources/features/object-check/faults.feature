Feature: A check names faults with rule, section and offset

  @OC-06 @OC-08
  Scenario Outline: Linked images of a relocatable object are extracted again
    When objects/<file> is checked
    Then a fault extracted-again is found in section <section> at offset <offset>

    Examples:
      | file   | section                      | offset |
      | r19.o  | .llvm.offloading.relocatable | 0x278  |
      | r22.o  | .llvm.offloading.relocatable | 0x2d8  |
      | rq16.o | .llvm.offloading             | 0x298  |

  @OC-06 @OC-08
  Scenario: Linked images lie beside the unlinked ones
    When objects/rq16.o is checked
    Then a fault linked-beside-unlinked is found in section .llvm.offloading at offset 0x4428

  @OC-06
  Scenario Outline: A damaged file is a fault, not an error
    When malformed/offload-binary/<file>.bin is checked
    Then a fault malformed-offload-binary is found at offset <offset>

    Examples:
      | file            | offset |
      | size-0          | 0x8    |
      | image-size-huge | 0x40   |

  @OC-07
  Scenario Outline: Unlinked images are left out of a final link
    When objects/<file> is checked
    Then its section .llvm.offloading has the exclude flag

    Examples:
      | file   |
      | t15.o  |
      | t16.o  |
      | tn19.o |
      | h22.o  |
      | c23.o  |
