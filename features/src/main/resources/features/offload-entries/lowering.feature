Feature: Offload entries of lowered programs
  The edition determines which constructs get an entry, and of which form.

  @OE-01 @OE-03 @OE-04 @OE-05 @OE-11 @OE-12 @OE-13 @OE-14 @OE-17 @OE-18 @OE-21 @OE-29
  Rule: Regions and declared variables have entries, internal ones while editions gave them one

    Scenario Outline: A static variable has an entry of its own under <profile>
      Given the ABI profile <profile>
      When the offload entries of the program globals are read
      Then the offload entries are
        | name                                 | address                                         | size | means          |
        | glink_decl_tgt_ref_ptr               | glink_decl_tgt_ref_ptr                          | 8    | variable, link |
        | sloc                                 | sloc                                            | 4    | variable       |
        | gto                                  | gto                                             | 4    | variable       |
        | gbig                                 | gbig                                            | 16   | variable       |
        | __omp_offloading_fe00_218480_foo_l11 | .__omp_offloading_fe00_218480_foo_l11.region_id | 0    | region         |

      Examples:
        | profile    |
        | documented |
        | llvm-14    |

    Scenario Outline: A static variable has none, as D34 says, under <profile>
      Given the ABI profile <profile>
      When the offload entries of the program globals are read
      Then the offload entries are
        | name                                 | address                                         | size | means          |
        | glink_decl_tgt_ref_ptr               | glink_decl_tgt_ref_ptr                          | 8    | variable, link |
        | gto                                  | gto                                             | 4    | variable       |
        | gbig                                 | gbig                                            | 16   | variable       |
        | __omp_offloading_fe00_218480_foo_l11 | .__omp_offloading_fe00_218480_foo_l11.region_id | 0    | region         |

      Examples:
        | profile |
        | llvm-15 |
        | llvm-16 |
        | llvm-19 |
        | llvm-22 |
        | llvm-23 |

  @OE-19 @OE-20 @OE-29 @OE-16
  Rule: Code that makes and ends a variable has entries up to LLVM 17

    Scenario Outline: Constructors and destructors under <profile>
      Given the ABI profile <profile>
      When the offload entries of the program lifetimes are read
      Then the offload entries are
        | name                                       | address                                               | size | means        |
        | counter                                    | counter                                               | 4    | variable     |
        | <prefix>fe00_548316_counter_l13_ctor       | .L<prefix>fe00_548316_counter_l13_ctor                | 0    | region, ctor |
        | <prefix>fe00_548316_counter_l13_dtor       | .L<prefix>fe00_548316_counter_l13_dtor                | 0    | region, dtor |
        | plain                                      | plain                                                 | 4    | variable     |
        | <prefix>fe00_548316_plain_l14_ctor         | .L<prefix>fe00_548316_plain_l14_ctor                  | 0    | region, ctor |
        | __omp_offloading_fe00_548316__Z4nexti_l19  | .__omp_offloading_fe00_548316__Z4nexti_l19.region_id  | 0    | region       |
      And the offload entry '<prefix>fe00_548316_counter_l13_ctor' has size 0 and flags 0x2
      And the offload entry '<prefix>fe00_548316_counter_l13_dtor' has size 0 and flags 0x4

      Examples:
        | profile    | prefix             |
        | documented | __omp_offloading_  |
        | llvm-15    | __omp_offloading__ |
        | llvm-16    | __omp_offloading_  |
        | llvm-17    | __omp_offloading_  |

    Scenario Outline: Devices find the code by symbol, as D5 says, under <profile>
      Given the ABI profile <profile>
      When the offload entries of the program lifetimes are read
      Then the offload entries are
        | name                                       | address                                               | size | means        |
        | counter                                    | counter                                               | 4    | variable     |
        | plain                                      | plain                                                 | 4    | variable     |
        | __omp_offloading_fe00_548316__Z4nexti_l19  | .__omp_offloading_fe00_548316__Z4nexti_l19.region_id  | 0    | region       |

      Examples:
        | profile |
        | llvm-18 |
        | llvm-19 |
        | llvm-22 |
        | llvm-23 |

  @OE-07 @OE-14 @OE-16
  Rule: Tables of virtual functions have entries from LLVM 22 on

    Scenario Outline: The flag that no document has, under <profile>
      Given the ABI profile <profile>
      When the offload entries of the program dispatch are read
      Then the offload entries are
        | name                                              | address                                              | size | means                       |
        | __omp_offloading_fe00_54c293__ZTV7Derived_l13addr | _ZTV7Derived                                         | 24   | variable, indirect-vtable   |
        | __omp_offloading_fe00_54c293__ZTV4Base_l13addr    | _ZTV4Base                                            | 24   | variable, indirect-vtable   |
        | __omp_offloading_fe00_54c293__Z4callv_l16         | .__omp_offloading_fe00_54c293__Z4callv_l16.region_id | 0    | region                      |

      Examples:
        | profile |
        | llvm-22 |
        | llvm-23 |

    Scenario Outline: None before, under <profile>
      Given the ABI profile <profile>
      When the offload entries of the program dispatch are read
      Then the offload entries are
        | name                                              | address                                              | size | means                       |
        | __omp_offloading_fe00_54c293__Z4callv_l16         | .__omp_offloading_fe00_54c293__Z4callv_l16.region_id | 0    | region                      |

      Examples:
        | profile    |
        | documented |
        | llvm-16    |
        | llvm-19    |

  @OE-10 @OE-15
  Rule: The clauses of requires reach the runtime as the edition hands them over

    Scenario Outline: A constructor hands over unified shared memory under <profile>
      Given the ABI profile <profile>
      When the offload entries of the program indirect are read
      Then the requires clauses are handed over by the profile's constructor
      And every reserved word of the entries is 0

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |

    Scenario Outline: An entry hands over unified shared memory, as D37 says, under <profile>
      Given the ABI profile <profile>
      When the offload entries of the program indirect are read
      Then the requires clauses are handed over by the profile's entry
      And the offload entry '<name>' has size 0 and flags 0x10
      And the offload entry '<name>' has no address and the data 0x8

      Examples:
        | profile | name      |
        | llvm-19 |           |
        | llvm-22 | .requires |
        | llvm-23 | .requires |

    Scenario Outline: A clause that binds the compiler alone has no entry under <profile>
      Given the ABI profile <profile>
      When the offload entries of the program declared are read
      Then no offload entry carries requires clauses

      Examples:
        | profile |
        | llvm-16 |
        | llvm-19 |
        | llvm-22 |
        | llvm-23 |

  @OE-01 @OE-04 @OE-07
  Rule: In unified shared memory a declared variable is reached through a pointer

    Scenario Outline: The entry names the pointer, without the link flag, under <profile>
      Given the ABI profile <profile>
      When the offload entries of the program indirect are read
      Then the offload entry 'gg_decl_tgt_ref_ptr' has size 8 and flags 0x0

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-16    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

  @OE-07 @OE-14 @OE-16 @OE-21
  Rule: A flag that the edition does not write is told apart

    Scenario Outline: The flag of the enter clause stays in the compiler, under <profile>
      Given the ABI profile <profile>
      When the program declared is lowered
      And its entry of primes has the flags 0x2
      Then a check reports of it that entries.openmp-flags is 0x2

      Examples:
        | profile |
        | llvm-18 |
        | llvm-19 |
        | llvm-22 |
        | llvm-23 |

    Scenario Outline: The flags that are written agree, under <profile>
      Given the ABI profile <profile>
      When the program <program> is lowered
      Then a check reports that it agrees with the profile

      Examples:
        | profile    | program   |
        | documented | declared  |
        | documented | lifetimes |
        | documented | indirect  |
        | llvm-15    | lifetimes |
        | llvm-16    | lifetimes |
        | llvm-18    | indirect  |
        | llvm-19    | indirect  |
        | llvm-22    | indirect  |
        | llvm-23    | indirect  |
