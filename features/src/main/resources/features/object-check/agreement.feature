Feature: A check says which profiles a file agrees with

  @OC-01 @OC-05
  Scenario Outline: What compilers wrote agrees with their editions
    When objects/<file> is checked
    Then it agrees with exactly <profiles>
    And no fault is found

    Examples:
      | file    | profiles                                                           |
      | t14.o   | llvm-14                                                            |
      | t14n.o  | llvm-14                                                            |
      | t15.o   | llvm-15 llvm-16 llvm-17 llvm-18                                    |
      | t16.o   | llvm-15 llvm-16 llvm-17 llvm-18                                    |
      | z16.o   | llvm-15 llvm-16 llvm-17 llvm-18                                    |
      | cu16.o  | llvm-15 llvm-16 llvm-17                                            |
      | t19.o   | llvm-19                                                            |
      | t22.o   | llvm-21 llvm-22                                                    |
      | i22.o   | llvm-22                                                            |
      | c23.o   | llvm-23                                                            |
      | rp22.o  | llvm-21 llvm-22                                                    |
      | exe16   | llvm-15 llvm-16 llvm-17                                            |
      | exe19   | llvm-19                                                            |
      | exe22   | llvm-21 llvm-22                                                    |
      | p16.bin | documented llvm-15 llvm-16 llvm-17 llvm-18 llvm-19 llvm-20         |
      | p23.bin | llvm-23                                                            |

  @OC-02
  Scenario Outline: A check says what a profile would have otherwise
    When objects/<file> is checked
    Then <profile> would have <expected> for <field> instead of <found>

    Examples:
      | file  | profile    | field                    | found          | expected           |
      | t16.o | documented | fat-object.section.type  | 0x6fff4c0b     | 0x1                |
      | t16.o | llvm-19    | entries.symbol-prefix    | .omp_offloading.entry. | .offloading.entry. |
      | t16.o | llvm-20    | entries.layout           | 32             | 56                 |
      | t22.o | llvm-23    | fat-object.binary-version | 1             | 2                  |
      | exe16 | llvm-18    | wrapper.image-start      | offload-binary | image              |
      | exe19 | llvm-18    | wrapper.unregister       | atexit         | fini-array         |

  @OC-03
  Scenario Outline: A value that no profile has is a fault
    When malformed/offload-binary/<file>.bin is checked
    Then no profile has the value of field <field>

    Examples:
      | file            | field                      |
      | offload-kind-99 | fat-object.kind-numbering  |
      | image-kind-99   | fat-object.last-image-kind |
      | version-3       | fat-object.binary-version  |

  @OC-76
  Scenario: A file agrees with the profile that is demanded
    When objects/t16.o is checked for llvm-16
    Then no fault is found

  @OC-76
  Scenario Outline: A file differs from the profile that is demanded
    When objects/t16.o is checked for <profile>
    Then a fault other-profile is found in section <section> at offset <offset>

    Examples:
      | profile | section                | offset |
      | llvm-19 | omp_offloading_entries | 0x255  |
      | llvm-14 | .llvm.offloading       | 0x2e0  |

  @OC-77
  Scenario Outline: Other files have no known format
    When objects/<file> is checked
    Then its format is unknown

    Examples:
      | file    |
      | t.c     |
      | mut.py  |

  @OC-01 @OC-05
  Scenario Outline: What the reference pipeline writes agrees with its profile
    Given the ABI profile <profile>
    When the fat object of zaxpy under the profile is checked
    Then it agrees with the profile
    And no fault is found

    Examples:
      | profile    |
      | documented |
      | llvm-14    |
      | llvm-15    |
      | llvm-16    |
      | llvm-17    |
      | llvm-18    |
      | llvm-19    |
      | llvm-20    |
      | llvm-21    |
      | llvm-22    |
      | llvm-23    |
