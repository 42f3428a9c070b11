Feature: Images that are linked twice, or not at all
  If a release selects images that cannot be intended, the link warns; no toolchain does.

  @DL-02
  Scenario Outline: Archives alone carry no device code into a link
    Given the ABI profile <profile>
    And the link line <line>
    When the device input is extracted
    Then the images are, in order, of none
    And the selection warns by the rule LEFT_OUT at <image>

    Examples:
      | profile | line                 | image                                              |
      | llvm-16 | lib.a(lm16.o+la16.o) | lib.a(lm16.o), .llvm.offloading [16] image 0       |
      | llvm-19 | lib.a(lm19.o+la19.o) | lib.a(lm19.o), .llvm.offloading [12] image 0       |
      | llvm-22 | lib.a(lm22.o+la22.o) | lib.a(lm22.o), .llvm.offloading [12] image 0       |

  @DL-02
  Scenario Outline: A library named twice
    Given the ABI profile <profile>
    And the link line <line>
    When the device input is extracted
    Then the selection warns by the rule TAKEN_TWICE at <image>

    Examples:
      | profile | line                                               | image                                        |
      | llvm-19 | lm19.o, lib.a(la19.o+lb19.o), lib.a(la19.o+lb19.o) | lib.a(la19.o), .llvm.offloading [12] image 0 |
      | llvm-22 | lm22.o, lib.a(la22.o+lb22.o), lib.a(la22.o+lb22.o) | lib.a(la22.o), .llvm.offloading [12] image 0 |

  @DL-02
  Scenario Outline: A library named twice gives its members once
    Given the ABI profile <profile>
    And the link line lm16.o, lib.a(la16.o+lb16.o), lib.a(la16.o+lb16.o)
    When the device input is extracted
    Then the images are, in order, of lm16.o, la16.o
    And the selection has no warnings

    Examples:
      | profile    |
      | documented |
      | llvm-16    |

  @DL-02 @DL-03
  Scenario Outline: A processor with and without a feature in one link
    Given the ABI profile <profile>
    And the link line of images for gfx90a, gfx90a:xnack+, gfx90a:xnack- of amdgcn-amd-amdhsa
    When the device input is extracted
    Then the images are linked for <targets>
    And the selection warns of images linked for several targets: <several>

    Examples: each feature is linked for itself and once more for the processor
      | profile | targets                                                                                        | several                    |
      | llvm-16 | amdgcn-amd-amdhsa:gfx90a:xnack-, amdgcn-amd-amdhsa:gfx90a:xnack+, amdgcn-amd-amdhsa:gfx90a     | none                       |
      | llvm-19 | amdgcn-amd-amdhsa:gfx90a:xnack-, amdgcn-amd-amdhsa:gfx90a:xnack+, amdgcn-amd-amdhsa:gfx90a     | gfx90a:xnack-, gfx90a:xnack+ |
      | llvm-22 | amdgcn-amd-amdhsa:gfx90a:xnack-, amdgcn-amd-amdhsa:gfx90a:xnack+, amdgcn-amd-amdhsa:gfx90a     | gfx90a:xnack-, gfx90a:xnack+ |

    Examples: the processor's image is linked for each feature, and for nothing else
      | profile | targets                                                           | several |
      | llvm-23 | amdgcn-amd-amdhsa:gfx90a:xnack-, amdgcn-amd-amdhsa:gfx90a:xnack+  | gfx90a  |

  @DL-02
  Scenario: An object without device code beside one that has some
    Given the ABI profile llvm-16
    And the link line t16.o, rp22.o
    When the device input is extracted
    Then 2 device images are found
    And the selection has no warnings
