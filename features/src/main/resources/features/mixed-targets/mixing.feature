Feature: Objects for different targets in one link
  The targets of a program are the targets of all its objects. An image contains the regions of the
  objects that were compiled for its target, so an image need not contain all regions.

  @MT-09 @MT-10 @MT-11
  Scenario Outline: The targets are known when all objects are
    Given the ABI profile <profile>
    And the link line <one>, <other>
    When the program is linked for nvptx64-nvidia-cuda, x86_64-pc-linux-gnu
    Then the images of the program are for <targets>
    And the program registers <images> images at once, for <entries> entries

    Examples:
      | profile | one    | other | images | entries | targets                                                                           |
      | llvm-16 | tn16.o | i16.o | 3      | 6       | x86_64-pc-linux-gnu, nvptx64-nvidia-cuda:sm_90, nvptx64-nvidia-cuda:sm_70         |
      | llvm-19 | tn19.o | i19.o | 3      | 8       | x86_64-pc-linux-gnu, nvptx64-nvidia-cuda:sm_90, nvptx64-nvidia-cuda:sm_70         |
      | llvm-22 | tn22.o | i22.o | 3      | 8       | x86_64-pc-linux-gnu, nvptx64-nvidia-cuda:sm_90, nvptx64-nvidia-cuda:sm_70         |

  @MT-12 @MT-16
  Scenario Outline: There is one registration, however many objects and targets
    Given the ABI profile <profile>
    And the link line <objects>
    When the program is linked for nvptx64-nvidia-cuda, x86_64-pc-linux-gnu
    Then the program registers <images> images at once, for <entries> entries

    Examples:
      | profile    | objects       | images | entries |
      | documented | t16.o, i16.o  | 1      | 6       |
      | llvm-15    | t15.o         | 1      | 4       |
      | llvm-16    | tn16.o, i16.o | 3      | 6       |
      | llvm-19    | t19.o, i19.o  | 1      | 8       |
      | llvm-22    | tn22.o, i22.o | 3      | 8       |
      | llvm-23    | ind23.o       | 1      | 4       |

  @MT-14
  Scenario Outline: The order of objects for different targets does not matter
    Given the ABI profile <profile>
    And the link line <objects>
    When the program is linked for nvptx64-nvidia-cuda, x86_64-pc-linux-gnu
    Then the other order of the line gives the same images and <entries> entries

    Examples:
      | profile | objects       | entries |
      | llvm-16 | tn16.o, i16.o | 6       |
      | llvm-19 | tn19.o, i19.o | 8       |
      | llvm-22 | tn22.o, i22.o | 8       |

  @MT-08 @MT-13
  Scenario: Each image names the entries it lacks
    Given the ABI profile llvm-16
    And the link line z16.o, i16.o
    When the program is linked for nvptx64-nvidia-cuda, x86_64-pc-linux-gnu
    Then the link warns
      | MISSING_ENTRY | z16.o | image for x86_64-pc-linux-gnu       |
      | MISSING_ENTRY | i16.o | image for nvptx64-nvidia-cuda:sm_75 |
    And a warning says: "lacks gg_decl_tgt_ref_ptr, __omp_offloading_fe00_21849c_run_l10"
    And a warning says: "lacks __omp_offloading_"

  @MT-08 @MT-13
  Scenario Outline: What an edition's runtime makes of it is said, too; of bitcode nothing is known
    Given the ABI profile <profile>
    And the link line <one>, <other>
    When the program is linked for nvptx64-nvidia-cuda, x86_64-pc-linux-gnu
    Then the link warns
      | MISSING_ENTRY | <one> | image for <cpu> |
    And a warning says: "lacks glink_decl_tgt_ref_ptr, gto, gbig, __omp_offloading_"
    And a warning says: "<consequence>"

    Examples:
      | profile | one    | other | cpu                         | consequence                                      |
      | llvm-16 | tn16.o | i16.o | x86_64-pc-linux-gnu         | rejects an image that lacks an entry             |
      | llvm-19 | tn19.o | i19.o | x86_64-pc-linux-gnu         | rejects an image that lacks an entry             |
      | llvm-22 | tn22.o | i22.o | x86_64-pc-linux-gnu         | loads the image and fails when the entry is used |

  @MT-08
  Scenario Outline: An image that has every entry is not named
    Given the ABI profile <profile>
    And the link line <objects>
    When the program is linked for nvptx64-nvidia-cuda, x86_64-pc-linux-gnu
    Then the link has no warnings

    Examples:
      | profile    | objects      |
      | documented | t16.o, i16.o |
      | llvm-15    | t15.o        |
      | llvm-16    | tn16.o       |
      | llvm-19    | t19.o, i19.o |
      | llvm-22    | tn22.o       |
      | llvm-23    | ind23.o      |

  @HL-05
  Scenario: Entries of an earlier edition are named with the profiles they fit
    Given the ABI profile llvm-22
    And the link line t22.o, i16.o
    When the program is linked for x86_64-pc-linux-gnu
    Then the link warns
      | SEVERAL_TARGETS   | i16.o | .llvm.offloading [18] image 0 |
      | UNCOVERED_ENTRIES | i16.o | omp_offloading_entries        |
      | MISSING_ENTRY     | t22.o | image for x86_64-pc-linux-gnu |
    And a warning says: "has entries that nothing registers: gg_decl_tgt_ref_ptr"
    And a warning says: "they fit documented, llvm-14 to llvm-19"

  @HL-05
  Scenario: Entries of a later edition are named with the profiles they fit
    Given the ABI profile llvm-16
    And the link line t16.o, i22.o
    When the program is linked for x86_64-pc-linux-gnu
    Then the link warns
      | UNCOVERED_ENTRIES | i22.o | llvm_offload_entries                  |
      | MISSING_ENTRY     | t16.o | image for x86_64-pc-linux-gnu:generic |
    And a warning says: "has entries that nothing registers: gg_decl_tgt_ref_ptr"
    And a warning says: "they fit llvm-21 to llvm-23"

  @HL-05
  Scenario Outline: Entries of CUDA and HIP are covered by calls, not by a descriptor
    Given the ABI profile <profile>
    And the link line <object>
    When the program is linked for nvptx64-nvidia-cuda, amdgcn-amd-amdhsa
    Then the link has no warnings

    Examples:
      | profile | object |
      | llvm-16 | cu16.o |
      | llvm-19 | cu19.o |
      | llvm-22 | cu22.o |
      | llvm-16 | h16.o  |
      | llvm-19 | h19.o  |
      | llvm-22 | h22.o  |

  @HL-05
  Scenario: Entries of CUDA of another edition are not
    Given the ABI profile llvm-22
    And the link line cu16.o
    When the program is linked for nvptx64-nvidia-cuda
    Then the link warns
      | UNCOVERED_ENTRIES | cu16.o | cuda_offloading_entries |
    And a warning says: "they fit llvm-15 to llvm-19"

  @HL-05
  Scenario Outline: A kind whose number means another one in the edition of the object
    Given the ABI profile <profile>
    And the link line <object>
    When the program is linked for amdgcn-amd-amdhsa
    Then the error says: "<kind>"
    And the error says: "it is hip as <profiles> number kinds"

    Examples:
      | profile | object | kind                    | profiles           |
      | llvm-22 | h16.o  | is of kind openmp\|cuda | llvm-15 to llvm-20 |
      | llvm-16 | h22.o  | is of kind unknown(4)   | llvm-21 to llvm-23 |
