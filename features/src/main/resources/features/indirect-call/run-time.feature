@sim
Feature: Calls through pointers on the device
  Device code gets a pointer to a host function and calls the device version of the function. In the
  documents the plugin registers a table; in LLVM 18 and later the table is in the device
  environment. The device code of this feature is hand-written unless stated otherwise.

  @IC-01 @IC-09 @IC-12 @IC-13
  Rule: A call of a host function calls the device's version

    Scenario Outline: The example of the document under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the indirect functions
        | function | address  |
        | second   | 0x700020 |
        | first    | 0x700010 |
      And the declare target variable called that holds "00 00 00 00"
      And the host variable fptr that holds the pointers "<function>"
      And the target region call_pointer
      And the image of the indirect functions
      When the program registers its descriptor
      And the region call_pointer is launched by 1 team of at most 1 threads with
        | variable | types            |
        | fptr     | to, target-param |
      Then called holds "<called>" on the device

      Examples: the design of the document
        | profile    | function | called      |
        | documented | first    | 01 00 00 00 |
        | documented | second   | 02 00 00 00 |

      Examples: the design of LLVM 18 and later
        | profile | function | called      |
        | llvm-18 | first    | 01 00 00 00 |
        | llvm-19 | second   | 02 00 00 00 |
        | llvm-22 | first    | 01 00 00 00 |
        | llvm-23 | second   | 02 00 00 00 |

    Scenario Outline: Each thread calls a function of its own under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the indirect functions
        | function | address  |
        | square   | 0x700030 |
        | twice    | 0x700010 |
        | negate   | 0x700020 |
      And the host variable functions that holds the pointers "negate, square, twice, square"
      And the host variable values that holds "05 00 00 00 05 00 00 00 05 00 00 00 06 00 00 00"
      And the target region apply
      And the image of the indirect functions
      When the program registers its descriptor
      And the region apply is launched by 1 team of at most 4 threads with
        | variable  | types                  |
        | functions | to, target-param       |
        | values    | to, from, target-param |
      Then values holds "fb ff ff ff 19 00 00 00 0a 00 00 00 24 00 00 00" on the host

      Examples:
        | profile    |
        | documented |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

  @IC-18 @IC-19 @IC-20 @IC-21 @IC-22 @IC-23 @IC-24 @IC-28 @IC-29 @IC-30
  Rule: The device has a row for each function, sorted by the host's address

    Scenario Outline: Entries in another order, <table> under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the indirect functions
        | function | address            |
        | square   | 0x700030           |
        | twice    | 0xffff800000700010 |
        | negate   | 0x700020           |
      And the host variable table that holds the pointers "9, 9, 9, 9, 9, 9, 9"
      And the target region report_table
      And the image of the indirect functions
      When the program registers its descriptor
      And the region report_table is launched by 1 team of at most 1 threads with
        | variable | types                  |
        | table    | to, from, target-param |
      Then table holds the pointers "3, negate, device negate, square, device square, twice, device twice" on the host

      Examples: registered with the plugin, as the document has it
        | profile    | table                       |
        | documented | __omp_offloading_fptr_map_p |

      Examples: in the device environment, as D16 says
        | profile | table             |
        | llvm-18 | IndirectCallTable |
        | llvm-19 | IndirectCallTable |
        | llvm-22 | IndirectCallTable |
        | llvm-23 | IndirectCallTable |

    Scenario Outline: Two libraries under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the shared library liba
      And the indirect functions
        | function | address  |
        | twice    | 0x700010 |
      And the target region translate
      And the image of the indirect functions
      And the shared library libb
      And the indirect functions
        | function | address  |
        | square   | 0x700020 |
      And the image of the indirect functions
      And the host variable pointers that holds the pointers "0x700010, 0x700020"
      When the program loads liba
      And the program loads libb
      And the region translate is launched by 1 team of at most 2 threads with
        | variable | types                  |
        | pointers | to, from, target-param |
      Then pointers holds the pointers "<translated>" on the host

      Examples: a single table, as the document has it
        | profile    | translated                              |
        | documented | device twice, device square in library 2 |

      Examples: each image has that of its own library, as D61 says
        | profile | translated             |
        | llvm-19 | device twice, 0x700020 |
        | llvm-22 | device twice, 0x700020 |
        | llvm-23 | device twice, 0x700020 |

    Scenario Outline: No table without indirect functions under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the host variable table that holds the pointers "9"
      And the target region report_table
      And the image of the indirect functions
      When the program registers its descriptor
      And the region report_table is launched by 1 team of at most 1 threads with
        | variable | types                  |
        | table    | to, from, target-param |
      Then table holds the pointers "0" on the host

      Examples:
        | profile    |
        | documented |
        | llvm-19    |

    Scenario Outline: No table in editions without entries, as D14 says, under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the indirect functions
        | function | address  |
        | twice    | 0x700010 |
      And the host variable table that holds the pointers "9"
      And the target region report_table
      And the image of the indirect functions
      When the program registers its descriptor
      And the region report_table is launched by 1 team of at most 1 threads with
        | variable | types                  |
        | table    | to, from, target-param |
      Then table holds the pointers "0" on the host

      Examples:
        | profile |
        | llvm-15 |
        | llvm-16 |

  @IC-11 @IC-14 @IC-15 @IC-31 @IC-32 @IC-36
  Rule: A pointer that is no host function's is left unchanged

    Scenario Outline: Every kind of pointer under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the indirect functions
        | function | address  |
        | twice    | 0x700010 |
        | square   | 0x700020 |
        | negate   | 0x700030 |
      And the host variable pointers that holds the pointers "0, 0x70000f, 0x700010, 0x700011, 0x700020, 0x700025, 0x700030, 0x700031, 0xffffffffffffffff"
      And the target region translate
      And the image of the indirect functions
      When the program registers its descriptor
      And the region translate is launched by 1 team of at most 9 threads with
        | variable | types                  |
        | pointers | to, from, target-param |
      Then pointers holds the pointers "0, 0x70000f, device twice, 0x700011, device square, 0x700025, device negate, 0x700031, 0xffffffffffffffff" on the host

      Examples:
        | profile    |
        | documented |
        | llvm-18    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

    Scenario: A pointer to a device function is called as it is by code of clang 19
      Given the ABI profile llvm-19
      And the device sim
      And the indirect functions
        | function   | address  | variable                                  |
        | _Z5twicei  | 0x700010 | __omp_offloading_fe00_5680a7_twice_l9     |
        | _Z6squarei | 0x700020 | __omp_offloading_fe00_5680a7_square_l10   |
        | _Z6negatei | 0x700030 | __omp_offloading_fe00_5680a7_negate_l11   |
      And the host variable values that holds "05 00 00 00 05 00 00 00 05 00 00 00 06 00 00 00 05 00 00 00 05 00 00 00 05 00 00 00 06 00 00 00"
      And the target region __omp_offloading_fe00_5680a7_main_l25
      And the image of ptx/omp19_pointers.O2.sm75.ptx
      When the program registers its descriptor
      And the host variable chosen that holds the pointers "_Z5twicei, device _Z5twicei, _Z6squarei, device _Z6squarei, _Z6negatei, device _Z6negatei, device _Z5twicei, 0x700010"
      And the region __omp_offloading_fe00_5680a7_main_l25 is launched by 1 team of at most 32 threads with
        | variable | types                  |
        | chosen   | to, target-param       |
        | values   | to, from, target-param |
      Then values holds "0a 00 00 00 0a 00 00 00 19 00 00 00 24 00 00 00 fb ff ff ff fb ff ff ff 0a 00 00 00 0c 00 00 00" on the host

    Scenario Outline: Nothing is translated in editions without entries, as D14 says, under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the indirect functions
        | function | address  |
        | twice    | 0x700010 |
      And the host variable pointers that holds the pointers "0x700010"
      And the target region translate
      And the image of the indirect functions
      When the program registers its descriptor
      And the region translate is launched by 1 team of at most 1 threads with
        | variable | types                  |
        | pointers | to, from, target-param |
      Then pointers holds the pointers "0x700010" on the host

      Examples:
        | profile |
        | llvm-15 |
        | llvm-16 |

  @IC-17 @IC-33 @IC-34
  Rule: A function pointer that is an argument of a region is mapped like data

    Scenario Outline: A call without a translation under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the indirect functions
        | function | address  |
        | twice    | 0x700010 |
        | square   | 0x700020 |
      And the host variable value that holds "07 00 00 00"
      And the target region call_argument
      And the image of the indirect functions
      When the program registers its descriptor
      And the region call_argument is launched by 1 team of at most 1 threads with
        | variable | bytes | types                  |
        | square   | 0-0   | implicit, target-param |
        | value    | 0-4   | to, from, target-param |
      Then value holds "31 00 00 00" on the host

      Examples:
        | profile    |
        | documented |
        | llvm-18    |
        | llvm-19    |
        | llvm-22    |
        | llvm-23    |

  @IC-35
  Rule: A table of functions has a row for each of its pointers

    Scenario Outline: A virtual call under <profile>
      Given the ABI profile <profile>
      And the device sim
      And the table of functions table of 24 bytes
      And the indirect functions
        | function | address  |
        | first    | 0x700010 |
      And the host variable object that holds the pointers "table+8"
      And the host variable value that holds "07 00 00 00"
      And the target region dispatch
      And the image of the indirect functions
      When the program registers its descriptor
      And the region dispatch is launched by 1 team of at most 1 threads with
        | variable | types                  |
        | object   | to, target-param       |
        | value    | to, from, target-param |
      Then value holds "31 00 00 00" on the host

      Examples:
        | profile |
        | llvm-22 |
        | llvm-23 |

  @IC-01 @KL-10
  Rule: A program whose pointers the device translates gives what the host gives

    Scenario Outline: Device code of clang 19, its own look-up in it, under <profile> with the inputs <inputs>
      Given the ABI profile <profile>
      And the device sim
      When the program pointers goes through every stage at O2 with the inputs <inputs>
      Then every result equals the host's bit for bit
      And its kernels ran as 1 team of 128 threads

      Examples:
        | profile | inputs |
        | llvm-18 | source |
        | llvm-19 | source |
        | llvm-19 | ends   |
        | llvm-22 | source |

    Scenario Outline: Device code written by hand under <profile> with the inputs <inputs>
      Given the ABI profile <profile>
      And the device sim
      When the program pointers goes through every stage at written with the inputs <inputs>
      Then every result equals the host's bit for bit

      Examples:
        | profile    | inputs |
        | documented | source |
        | documented | ends   |
        | llvm-23    | source |
        | llvm-23    | ends   |

  @IC-36
  Rule: A pointer between two functions ends the search

    Scenario: The look-up of LLVM 19 goes on for ever, as D59 says
      Given the ABI profile llvm-19
      And the device sim
      And the indirect functions
        | function   | address  | variable                                  |
        | _Z5twicei  | 0x700010 | __omp_offloading_fe00_5680a7_twice_l9     |
        | _Z6squarei | 0x700020 | __omp_offloading_fe00_5680a7_square_l10   |
        | _Z6negatei | 0x700030 | __omp_offloading_fe00_5680a7_negate_l11   |
      And the host variable chosen that holds the pointers "0x700010, 0x700020, 0x700030, 0x700010, 0x700020, 0x700030, 0x700010, 0x700025"
      And the host variable values that holds "05 00 00 00 05 00 00 00 05 00 00 00 06 00 00 00 05 00 00 00 05 00 00 00 05 00 00 00 06 00 00 00"
      And the target region __omp_offloading_fe00_5680a7_main_l25
      And the image of ptx/omp19_pointers.O2.sm75.ptx
      And the device stops a kernel after 1000000 instructions
      When the program registers its descriptor
      And the region __omp_offloading_fe00_5680a7_main_l25 is launched by one team of 32 threads until it is stopped, with
        | variable | types                  |
        | chosen   | to, target-param       |
        | values   | to, from, target-param |
      Then values holds "05 00 00 00 05 00 00 00 05 00 00 00 06 00 00 00 05 00 00 00 05 00 00 00 05 00 00 00 06 00 00 00" on the host
