Feature: Objects linked with the offload toolchain
  The images are linked and wrapped with the object, which then registers them itself. Its entries
  are in a section of its own, so that no other descriptor contains them.

  @RL-07
  Scenario Outline: An object is what the edition makes of it
    Given the ABI profile <profile>
    And the link line <object>
    When the line is linked to an object with device linkers for x86_64-pc-linux-gnu
    Then the object's linked images lie in <images>
    And the object's entries lie in a section <entries>, with begin and end symbols of that name
    And the object has <unlinked> sections of images still to be linked

    Examples: Up to 18 the unlinked images stay
      | profile | object | images           | entries                | unlinked |
      | llvm-15 | t15.o  | .llvm.offloading | omp_offloading_entries | 1        |
      | llvm-16 | t16.o  | .llvm.offloading | omp_offloading_entries | 1        |
      | llvm-17 | t16.o  | .llvm.offloading | omp_offloading_entries | 1        |
      | llvm-18 | t16.o  | .llvm.offloading | omp_offloading_entries | 1        |

    Examples: Since 19 they are removed and the entries' section renamed
      | profile    | object | images                       | entries                       | unlinked |
      | documented | t16.o  | .llvm.offloading.relocatable | omp_offloading_entries<hash>  | 0        |
      | llvm-19    | t19.o  | .llvm.offloading.relocatable | omp_offloading_entries<hash>  | 0        |
      | llvm-21    | t22.o  | .llvm.offloading.relocatable | llvm_offload_entries<hash>    | 0        |
      | llvm-22    | t22.o  | .llvm.offloading.relocatable | llvm_offload_entries<hash>    | 0        |
      | llvm-23    | t22.o  | .llvm.offloading.relocatable | llvm_offload_entries<hash>    | 0        |

  @RL-03 @RL-07 @RL-08
  Scenario Outline: An ordinary link needs no more than the object
    Given the ABI profile <profile>
    And the link line <object>
    When the line is linked to an object with device linkers for x86_64-pc-linux-gnu
    Then a program of it, linked without the toolchain, registers 1 image and 4 entries

    Examples:
      | profile    | object |
      | documented | t16.o  |
      | llvm-15    | t15.o  |
      | llvm-16    | t16.o  |
      | llvm-19    | t19.o  |
      | llvm-22    | t22.o  |

  @RL-03 @RL-08 @RL-09
  Scenario Outline: A static library of the object is enough, too
    Given the ABI profile <profile>
    And the link line <object>
    When the line is linked to an object with device linkers for x86_64-pc-linux-gnu
    Then a program that takes foo from an archive of it registers 1 image and 4 entries

    Examples:
      | profile    | object |
      | documented | t16.o  |
      | llvm-15    | t15.o  |
      | llvm-16    | t16.o  |
      | llvm-19    | t19.o  |
      | llvm-22    | t22.o  |

  @RL-04
  Scenario Outline: Each object keeps to its own images and entries
    Given the ABI profile <profile>
    And the link line <first>
    When the line is linked to an object with device linkers for x86_64-pc-linux-gnu
    And <second> is linked to an object with device linkers for x86_64-pc-linux-gnu
    Then a program of both, linked without the toolchain, registers <one> and <other> entries

    Examples:
      | profile    | first | second | one | other |
      | documented | t16.o | i16.o  | 4   | 2     |
      | llvm-19    | t19.o | i19.o  | 4   | 4     |
      | llvm-22    | t22.o | i22.o  | 4   | 4     |

  @RL-04
  Scenario: Two objects of an edition with a global dummy do not link together
    Given the ABI profile llvm-16
    And the link line t16.o
    When the line is linked to an object with device linkers for x86_64-pc-linux-gnu
    And i16.o is linked to an object with device linkers for x86_64-pc-linux-gnu
    Then a program of both is rejected by the rule DUPLICATE_SYMBOL at product2.o, symbol __dummy.omp_offloading.entry

  @RL-05
  Scenario: A library's device code is out of reach of a later link
    Given the ABI profile documented
    And the link line t16.o
    When the line is linked to an object with device linkers for x86_64-pc-linux-gnu
    Then the object names no section of device code that a link could take functions from
    And the relocatable link has no warnings

  @RL-08
  Scenario Outline: An offload link takes a linked image for one to be linked
    Given the ABI profile <profile>
    And the link line <object>
    When the line is linked to an object with device linkers for x86_64-pc-linux-gnu
    And the object is on the link line
    And the program is linked with device linkers for x86_64-pc-linux-gnu
    Then the link warns by the rule LINKED_TWICE at product.o, <section>

    Examples:
      | profile | object | section                          |
      | llvm-19 | t19.o  | .llvm.offloading.relocatable [4] |
      | llvm-22 | t22.o  | .llvm.offloading.relocatable [4] |

  @RL-08
  Scenario Outline: An offload link of an edition with a global dummy refuses the object
    Given the ABI profile <profile>
    And the link line <object>
    When the line is linked to an object with device linkers for x86_64-pc-linux-gnu
    And the object is on the link line
    And the program is linked with device linkers for x86_64-pc-linux-gnu
    Then the link is rejected by the rule DUPLICATE_SYMBOL at product.o, symbol __dummy.omp_offloading.entry

    Examples:
      | profile | object |
      | llvm-15 | t15.o  |
      | llvm-16 | t16.o  |

  @RL-08
  Scenario: As documented, an offload link has nothing to link in it
    Given the ABI profile documented
    And the link line t16.o
    When the line is linked to an object with device linkers for x86_64-pc-linux-gnu
    And the object is on the link line
    And the program is linked with device linkers for x86_64-pc-linux-gnu
    Then the link has no warnings
    And the device input is extracted
    And 0 device images are found

  @RL-07 @RL-08
  Scenario Outline: An object that keeps its unlinked images is told
    Given the ABI profile <profile>
    And the link line <object>
    When the line is linked to an object with device linkers for x86_64-pc-linux-gnu
    Then the relocatable link warns by the rule LINKED_TWICE at product.o, .llvm.offloading [<section>]

    Examples:
      | profile | object | section |
      | llvm-15 | t15.o  | 14      |
      | llvm-16 | t16.o  | 14      |

  @RL-05
  Scenario Outline: A program of another edition takes a library's entries as registered
    Given the ABI profile <edition>
    And the link line <object>
    When the line is linked to an object with device linkers for x86_64-pc-linux-gnu
    And the ABI profile <other>
    Then a program of it, linked without the toolchain, has every entry registered

    Examples:
      | edition | object | other   |
      | llvm-16 | t16.o  | llvm-22 |
      | llvm-19 | t19.o  | llvm-22 |
      | llvm-22 | t22.o  | llvm-16 |
