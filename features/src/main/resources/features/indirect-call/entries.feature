Feature: Entries and metadata of indirect functions
  In the design, an indirect function has a metadata kind and an entry of its own; in LLVM 18 and
  later, the entry names a device variable that contains the function's address.

  @IC-02 @IC-03 @IC-04 @IC-05 @IC-06 @OE-09
  Rule: The device's compilation is told of each indirect function

    Scenario: Metadata of kind 2, with name and order, as the design has it
      Given the ABI profile documented
      When the program indirect is lowered
      Then the device's compilation gets the arguments
        | !{i32 1, !"gg_decl_tgt_ref_ptr", i32 0, i32 0}                        |
        | !{i32 2, !"ifun", i32 1}                                              |
        | !{i32 0, i32 65024, i32 2196636, !"run", i32 10, i32 0, i32 2}        |

    Scenario Outline: Metadata of a variable, as D29 says, under <profile>
      Given the ABI profile <profile>
      When the program indirect is lowered
      Then the device's compilation gets the arguments
        | !{i32 1, !"gg_decl_tgt_ref_ptr", i32 0, i32 0}                        |
        | !{i32 1, !"__omp_offloading_fe00_21849c_ifun_l3", i32 8, i32 1}       |
        | !{i32 0, i32 65024, i32 2196636, !"run", i32 10, i32 0, i32 2}        |

      Examples:
        | profile |
        | llvm-18 |
        | llvm-19 |
        | llvm-22 |
        | llvm-23 |

    Scenario Outline: No metadata, as D29 says, under <profile>
      Given the ABI profile <profile>
      When the program indirect is lowered
      Then the device's compilation gets the arguments
        | !{i32 1, !"gg_decl_tgt_ref_ptr", i32 0, i32 0} |
        | <region>                                       |

      Examples: a line has one region, and there is no count
        | profile | region                                                    |
        | llvm-15 | !{i32 0, i32 65024, i32 2196636, !"run", i32 10, i32 1}   |

      Examples: a region has a count
        | profile | region                                                         |
        | llvm-16 | !{i32 0, i32 65024, i32 2196636, !"run", i32 10, i32 0, i32 1} |

    Scenario Outline: The metadata is what clang tells its device compilation under <profile>
      Given the ABI profile <profile>
      When the program <program> is lowered
      Then the device's compilation gets the same arguments as from <module>

      Examples:
        | profile | program   | module              |
        | llvm-16 | indirect  | ind16.host.ll       |
        | llvm-19 | indirect  | ind19.host.ll       |
        | llvm-22 | indirect  | ind22.host.ll       |
        | llvm-16 | declared  | declared16.host.ll  |
        | llvm-19 | declared  | declared19.host.ll  |
        | llvm-22 | declared  | declared22.host.ll  |
        | llvm-16 | lifetimes | lifetimes16.host.ll |
        | llvm-19 | lifetimes | lifetimes19.host.ll |
        | llvm-22 | lifetimes | lifetimes22.host.ll |
        | llvm-22 | dispatch  | dispatch22.host.ll  |

  @IC-07 @IC-08 @IC-16 @OE-09
  Rule: Each indirect function has an entry

    Scenario: An entry of size 0 with the flag for function pointers, as the design has it
      Given the ABI profile documented
      When the offload entries of the program indirect are read
      Then the offload entries are
        | name                                 | address                                         | size | means             |
        | gg_decl_tgt_ref_ptr                  | gg_decl_tgt_ref_ptr                             | 8    | variable          |
        | ifun                                 | ifun                                            | 0    | region, indirect  |
        | __omp_offloading_fe00_21849c_run_l10 | .__omp_offloading_fe00_21849c_run_l10.region_id | 0    | region            |
      And every reserved word of the entries is 0

    Scenario Outline: An entry of the variable with the address, as D6 and D14 say, under <profile>
      Given the ABI profile <profile>
      When the offload entries of the program indirect are read
      Then the offload entry '__omp_offloading_fe00_21849c_ifun_l3' has size 8 and flags 0x8
      And the offload entry '__omp_offloading_fe00_21849c_ifun_l3' points to ifun

      Examples:
        | profile |
        | llvm-18 |
        | llvm-19 |
        | llvm-22 |
        | llvm-23 |

    Scenario Outline: No entry, as D14 says, under <profile>
      Given the ABI profile <profile>
      When the offload entries of the program indirect are read
      Then the offload entries are
        | name                                 | address                                         | size | means    |
        | gg_decl_tgt_ref_ptr                  | gg_decl_tgt_ref_ptr                             | 8    | variable |
        | __omp_offloading_fe00_21849c_run_l10 | .__omp_offloading_fe00_21849c_run_l10.region_id | 0    | region   |

      Examples:
        | profile |
        | llvm-15 |
        | llvm-16 |
