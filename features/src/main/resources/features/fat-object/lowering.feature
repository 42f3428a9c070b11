Feature: A program is lowered to a host object and device objects

  @FO-09
  Rule: The section holds the device object for its target and architecture

    Scenario Outline: What is embedded is a device container under <profile>
      Given the ABI profile <profile>
      When the program zaxpy is compiled with the device code clang-16-O2
      Then image 0 is a relocatable device container for sm_75
      And image 0 defines "__omp_offloading_fe00_20c047__Z5zaxpyPSt7complexIdES1_S0_m_l5"

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-22    |
        | llvm-23    |

  @FO-10
  Rule: An object for several targets carries an image for each

    Scenario Outline: Two targets make <binaries> under <profile>
      Given the ABI profile <profile>
      When the program zaxpy is compiled with the device code hand-source, clang-16-O2
      Then its images are for
        | opencl-c                  |
        | nvptx64-nvidia-cuda:sm_75 |
      And the section .llvm.offloading holds <binaries>

      Examples:
        | profile | binaries           |
        | llvm-16 | 2 offload binaries |
        | llvm-22 | 2 offload binaries |
        | llvm-23 | 1 offload binary   |

  @FO-11
  Rule: A program is lowered to what a real compiler made of the same source

    Scenario: zaxpy and clang 16
      Given the ABI profile llvm-16
      When the program zaxpy is compiled with the device code clang-16-O2
      Then it tells the runtime what z16.o does

    Scenario Outline: <program> and <object>, entries and tables
      Given the ABI profile <profile>
      When the program <program> is lowered
      Then it tells the runtime what <object> does

      Examples:
        | program   | profile | object         |
        | indirect  | llvm-16 | i16.o          |
        | indirect  | llvm-19 | i19.o          |
        | indirect  | llvm-22 | i22.o          |
        | pointers  | llvm-19 | pointers19.o   |
        | pointers  | llvm-22 | pointers22.o   |
        | nested    | llvm-16 | nested16.o     |
        | nested    | llvm-19 | nested19.o     |
        | generic   | llvm-16 | generic16.o    |
        | generic   | llvm-19 | generic19.o    |
        | staged    | llvm-16 | staged16.o     |
        | staged    | llvm-19 | staged19.o     |
        | histogram | llvm-16 | histogram16.o  |
        | histogram | llvm-19 | histogram19.o  |
        | stencil   | llvm-16 | stencil16.o    |
        | stencil   | llvm-19 | stencil19.o    |

  @FO-22
  Rule: Beside machine code, the object is the one that a real compiler made of the same source

    Scenario Outline: <program> and <object>, line by line
      Given the ABI profile <profile>
      When the program <program> is lowered
      Then beside machine code it is <object>

      Examples:
        | program   | profile | object         |
        | globals   | llvm-14 | t14.o          |
        | indirect  | llvm-16 | i16.o          |
        | indirect  | llvm-19 | i19.o          |
        | indirect  | llvm-22 | i22.o          |
        | declared  | llvm-16 | declared16.o   |
        | declared  | llvm-19 | declared19.o   |
        | declared  | llvm-22 | declared22.o   |
        | dispatch  | llvm-16 | dispatch16.o   |
        | dispatch  | llvm-19 | dispatch19.o   |
        | dispatch  | llvm-22 | dispatch22.o   |

    Scenario Outline: declared and <object>, line by line, with debug information
      Given the ABI profile <profile>
      When the program declared is lowered with debug information
      Then beside machine code it is <object>

      Examples:
        | profile | object        |
        | llvm-16 | declared16g.o |
        | llvm-19 | declared19g.o |
        | llvm-22 | declared22g.o |

    Scenario Outline: globals and <object>, whose optimizer removed a variable that nothing writes to
      Given the ABI profile <profile>
      When the program globals is lowered
      Then beside machine code it is <object> but for
        | only in  | line                                                         | reason                        |
        | ours     | symbol sloc binding 0 type 1 DEFAULT at .data+0x10, 4 bytes  | clang reads the constant      |
        | ours     | symbol gto binding 1 type 1 DEFAULT at .data+0x14, 4 bytes   | it comes behind the variable  |
        | ours     | bytes .data+0x10 05000000070000000000000000000000            | both of them                  |
        | <object> | symbol gto binding 1 type 1 DEFAULT at .data+0x10, 4 bytes   | nothing comes before it       |
        | <object> | bytes .data+0x10 07000000000000000000000000000000            | it alone                      |

      Examples:
        | profile | object |
        | llvm-15 | t15.o  |
        | llvm-16 | t16.o  |
        | llvm-19 | t19.o  |
        | llvm-22 | t22.o  |

    Scenario Outline: lifetimes and <object>, in which code makes the host's variables too
      Given the ABI profile <profile>
      When the program lifetimes is lowered
      Then beside machine code it is <object> but for
        | only in  | line                                                                            | reason                       |
        | <object> | section .init_array type 0xe flags 0x3 align 8 rows of 0                        | that code is machine code    |
        | <object> | bytes .init_array+0x0 0000000000000000                                          | likewise                     |
        | <object> | field .init_array+0x0 relocation 1 to _GLOBAL__sub_I_lifetimes.cpp              | likewise                     |
        | <object> | symbol _GLOBAL__sub_I_lifetimes.cpp binding 0 type 2 DEFAULT in .text.startup   | likewise                     |

      Examples:
        | profile | object         |
        | llvm-16 | lifetimes16.o  |
        | llvm-19 | lifetimes19.o  |
        | llvm-22 | lifetimes22.o  |

  @FO-12
  Rule: Device code that is not well-formed is refused

    Scenario: PTX that ends in the middle
      Given the ABI profile llvm-16
      When the program zaxpy is compiled with the first 2000 bytes of the device code clang-16-O2
      Then the compiler rejects "ptx/omp_00_zaxpy.O2.sm75.ptx"
