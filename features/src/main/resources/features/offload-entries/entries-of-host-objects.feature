Feature: Offload entries of host objects
  A compiler lists in a table what host and device share.

  @OE-01 @OE-03 @OE-04 @OE-11 @OE-12 @OE-13 @OE-14 @OE-17 @OE-18 @OE-21
  Scenario: Regions and declared variables have entries
    Given the ABI profile llvm-16
    When the offload entries of t16.o are read
    Then the offload entries are
      | name                                 | address                                         | size | means          |
      | glink_decl_tgt_ref_ptr               | glink_decl_tgt_ref_ptr                          | 8    | variable, link |
      | gto                                  | gto                                             | 4    | variable       |
      | gbig                                 | gbig                                            | 16   | variable       |
      | __omp_offloading_fe00_218480_foo_l11 | .__omp_offloading_fe00_218480_foo_l11.region_id | 0    | region         |

  @OE-02 @OE-07 @FO-16 @FO-17
  Scenario Outline: Entries lie where the profile puts them
    Given the ABI profile <profile>
    When the offload entries of <object> are read
    Then they lie in section <section>, <size> bytes each, aligned to <alignment>

    Examples:
      | profile | object | section                 | size | alignment |
      | llvm-14 | t14.o  | omp_offloading_entries  | 32   | 1         |
      | llvm-15 | t15.o  | omp_offloading_entries  | 32   | 1         |
      | llvm-16 | t16.o  | omp_offloading_entries  | 32   | 1         |
      | llvm-16 | cu16.o | cuda_offloading_entries | 32   | 1         |
      | llvm-16 | h16.o  | hip_offloading_entries  | 32   | 1         |
      | llvm-19 | t19.o  | omp_offloading_entries  | 32   | 1         |
      | llvm-22 | t22.o  | llvm_offload_entries    | 56   | 8         |
      | llvm-22 | h22.o  | llvm_offload_entries    | 56   | 8         |
      | llvm-23 | c23.o  | llvm_offload_entries    | 56   | 8         |

  @OE-04 @OE-05 @OE-14 @OE-16
  Scenario Outline: A linked variable has an entry with the link flag
    Given the ABI profile <profile>
    When the offload entries of <object> are read
    Then the offload entry 'glink_decl_tgt_ref_ptr' has size 8 and flags 0x1

    Examples:
      | profile | object |
      | llvm-14 | t14.o  |
      | llvm-16 | tn16.o |
      | llvm-19 | tn19.o |
      | llvm-22 | tn22.o |

  @OE-07
  Scenario Outline: Flags of textures and surfaces depend on the edition
    Given the ABI profile <profile>
    When the offload entries of <object> are read
    Then the offload entry 'cv' has size 4 and flags <constant>
    And the offload entry 'tex' has size 4 and flags <texture>
    And the offload entry 'surf' has size 4 and flags 0x2

    Examples:
      | profile | object | constant | texture |
      | llvm-16 | cu16.o | 0x0      | 0x3     |
      | llvm-19 | cu19.o | 0x10     | 0x23    |
      | llvm-22 | cu22.o | 0x10     | 0x23    |
      | llvm-23 | c23.o  | 0x10     | 0x23    |

  @OE-09 @OE-16
  Scenario Outline: An indirect function has an entry since LLVM 18
    Given the ABI profile <profile>
    When the offload entries of <object> are read
    Then the offload entry '<name>' has size 8 and flags 0x8

    Examples:
      | profile | object  | name                                |
      | llvm-19 | i19.o   | __omp_offloading_fe00_21849c_ifun_l3 |
      | llvm-22 | i22.o   | __omp_offloading_fe00_21849c_ifun_l3 |
      | llvm-23 | ind23.o | __omp_offloading_fe00_2b66dd_ifun_l3 |

  @OE-10
  Scenario Outline: The clauses of a requires directive reach the runtime
    Given the ABI profile <profile>
    When the offload entries of <object> are read
    Then the requires clauses are handed over by the profile's <style>

    Examples:
      | profile | object  | style       |
      | llvm-16 | i16.o   | constructor |
      | llvm-19 | i19.o   | entry       |
      | llvm-22 | i22.o   | entry       |
      | llvm-23 | ind23.o | entry       |

  @OE-07
  Scenario Outline: An entry that is written is read back
    Given the ABI profile <profile>
    When an entry of kind <kind> for <size> bytes with flags <flags> is written
    Then it takes <bytes> bytes and reads back the same

    Examples:
      | profile    | kind   | size | flags | bytes |
      | documented | openmp | 8    | 0x1   | 32    |
      | llvm-19    | openmp | 8    | 0x8   | 32    |
      | llvm-20    | openmp | 0    | 0x0   | 56    |
      | llvm-22    | hip    | 4    | 0x1   | 56    |
