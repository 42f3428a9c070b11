Feature: Targets a link drops
  An object contains images for the targets it was compiled for. The link selects the targets of the
  program.

  @MT-01 @MT-02
  Scenario Outline: A link takes fewer targets than its objects
    Given the ABI profile <profile>
    And the link line <object> with the images of <other>, too
    When the program is linked for x86_64-pc-linux-gnu alone
    Then the images of the program are for <target>
    And the program registers 1 image at once, for 4 entries
    And the link warns
      | DROPPED_TARGET | <object> | .llvm.offloading [<section>] image 2 |
      | DROPPED_TARGET | <object> | .llvm.offloading [<section>] image 1 |

    Examples:
      | profile | object | other  | target                      | section |
      | llvm-16 | t16.o  | tn16.o | x86_64-pc-linux-gnu         | 17      |
      | llvm-19 | t19.o  | tn19.o | x86_64-pc-linux-gnu         | 13      |
      | llvm-22 | t22.o  | tn22.o | x86_64-pc-linux-gnu         | 13      |

  @MT-01 @MT-04
  Scenario: A link takes every target of its objects
    Given the ABI profile llvm-19
    And the link line t19.o with the images of tn19.o, too
    When the program is linked for x86_64-pc-linux-gnu, nvptx64-nvidia-cuda
    Then the images of the program are for x86_64-pc-linux-gnu, nvptx64-nvidia-cuda:sm_90, nvptx64-nvidia-cuda:sm_70
    And the program registers 3 images at once, for 4 entries

  @MT-04
  Scenario: A link takes none of the targets of its objects
    Given the ABI profile llvm-19
    And the link line t19.o
    When the program is linked for amdgcn-amd-amdhsa alone
    Then the link warns
      | DROPPED_TARGET    | t19.o         | .llvm.offloading [13] image 0 |
      | ABSENT_TARGET     | the link line | target amdgcn-amd-amdhsa      |
      | UNCOVERED_ENTRIES | t19.o         | omp_offloading_entries        |

  @MT-02
  Scenario: A static library for several targets in a program for one
    Given the ABI profile llvm-16
    And the link line lm16.o, lib.a(la16.o+tn16.o)
    When the program is linked for x86_64-pc-linux-gnu alone
    Then the images of the program are for x86_64-pc-linux-gnu

  @MT-03 @MT-05 @MT-15
  Scenario Outline: A host object names none of its targets
    Given the ABI profile <profile>
    And the link line <objects>
    Then no object of the line names a target of its images

    Examples:
      | profile    | objects                                    |
      | documented | t16.o, i16.o                               |
      | llvm-14    | t14.o                                      |
      | llvm-15    | t15.o                                      |
      | llvm-16    | t16.o, tn16.o, i16.o, z16.o, cu16.o, h16.o |
      | llvm-19    | t19.o, tn19.o, i19.o, cu19.o, h19.o        |
      | llvm-22    | t22.o, tn22.o, i22.o, cu22.o, h22.o        |
      | llvm-23    | ind23.o, c23.o, h23.o                      |

  @MT-03
  Scenario: A host object that names a target is found, and its link says what is missing
    Given the ABI profile llvm-16
    And the link line tn16.o that refers to .omp_offloading.img_start.nvptx64-nvidia-cuda
    When the program is linked for nvptx64-nvidia-cuda
    Then an object of the line names a target: tn16.o, symbol .omp_offloading.img_start.nvptx64-nvidia-cuda
    And the error says: ".omp_offloading.img_start.nvptx64-nvidia-cuda is undefined"

  @MT-04 @MT-06 @MT-07
  Scenario Outline: Registration is in the wrapper object, not in host objects
    Given the ABI profile <profile>
    And the link line <objects>
    When the program is linked for x86_64-pc-linux-gnu
    Then no object of the line registers images
    And the wrapper object of the link registers them

    Examples:
      | profile    | objects      |
      | documented | t16.o        |
      | llvm-14    | t14.o        |
      | llvm-15    | t15.o        |
      | llvm-16    | t16.o, i16.o |
      | llvm-19    | t19.o, i19.o |
      | llvm-22    | t22.o, i22.o |
      | llvm-23    | ind23.o      |
