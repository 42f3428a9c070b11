Feature: Device code is embedded in host objects
  A fat object is a host object with device code in a section of its own.

  @FO-01 @FO-02 @FO-04 @FO-05 @FO-16
  Scenario Outline: The reference embeds as the profile has it
    Given the ABI profile <profile>
    When the program zaxpy is compiled to a fat object for <target>
    Then the fat object has a section <section> of type <type> with flags <flags>, aligned to <alignment>
    And the fat object carries device code for <carried>

    Examples:
      | profile    | target              | section                                          | type       | flags      | alignment | carried                   |
      | documented | nvptx64-nvidia-cuda | .llvm.offloading                                 | 0x1        | 0x80000000 | 8         | nvptx64-nvidia-cuda:sm_75 |
      | llvm-14    | nvptx64-nvidia-cuda | __CLANG_OFFLOAD_BUNDLE__openmp-nvptx64-nvidia-cuda | 0x1      | 0x80000000 | 1         | nvptx64-nvidia-cuda       |
      | llvm-16    | nvptx64-nvidia-cuda | .llvm.offloading                                 | 0x6fff4c0b | 0x80000000 | 8         | nvptx64-nvidia-cuda:sm_75 |
      | llvm-16    | opencl-c            | .llvm.offloading                                 | 0x6fff4c0b | 0x80000000 | 8         | opencl-c                  |
      | llvm-19    | nvptx64-nvidia-cuda | .llvm.offloading                                 | 0x6fff4c0b | 0x80000000 | 8         | nvptx64-nvidia-cuda:sm_75 |
      | llvm-22    | nvptx64-nvidia-cuda | .llvm.offloading                                 | 0x6fff4c0b | 0x80000000 | 8         | nvptx64-nvidia-cuda:sm_75 |
      | llvm-23    | nvptx64-nvidia-cuda | .llvm.offloading                                 | 0x6fff4c0b | 0x80000000 | 8         | nvptx64-nvidia-cuda:sm_75 |

  @FO-01 @FO-02 @FO-04 @FO-05 @FO-16 @FO-18
  Scenario Outline: Released compilers embed as their profile has it
    Given the ABI profile <profile>
    And the fat object <object>
    Then the fat object has a section <section> of type <type> with flags <flags>, aligned to <alignment>
    And the fat object carries device code for <carried>

    Examples:
      | profile | object  | section                                               | type       | flags      | alignment | carried                     |
      | llvm-14 | t14.o   | __CLANG_OFFLOAD_BUNDLE__openmp-x86_64-pc-linux-gnu    | 0x1        | 0x80000000 | 1         | x86_64-pc-linux-gnu         |
      | llvm-15 | t15.o   | .llvm.offloading                                      | 0x6fff4c0b | 0x80000000 | 8         | x86_64-pc-linux-gnu         |
      | llvm-16 | t16.o   | .llvm.offloading                                      | 0x6fff4c0b | 0x80000000 | 8         | x86_64-pc-linux-gnu         |
      | llvm-16 | z16.o   | .llvm.offloading                                      | 0x6fff4c0b | 0x80000000 | 8         | nvptx64-nvidia-cuda:sm_75   |
      | llvm-19 | t19.o   | .llvm.offloading                                      | 0x6fff4c0b | 0x80000000 | 8         | x86_64-pc-linux-gnu         |
      | llvm-22 | t22.o   | .llvm.offloading                                      | 0x6fff4c0b | 0x80000000 | 8         | x86_64-pc-linux-gnu:generic |
      | llvm-23 | ind23.o | .llvm.offloading                                      | 0x6fff4c0b | 0x80000000 | 8         | x86_64-pc-linux-gnu:generic |

  @FO-06
  Scenario Outline: Embedding leaves the host's part alone
    Given the fat object <object>
    When a section of 64 bytes of device code is embedded in it
    Then every section, symbol and relocation it had is as it was

    Examples:
      | object |
      | t14.o  |
      | t16.o  |
      | z16.o  |
      | t22.o  |
      | h23.o  |
      | r22.o  |

  @FO-17 @FO-20
  Scenario Outline: Released compilers lay out the entries' section, as D4 says
    Given the ABI profile <profile>
    And the fat object <object>
    Then the fat object has a section <section> of type 0x1 with flags <flags>, aligned to <alignment>

    Examples:
      | profile | object | section                | flags | alignment |
      | llvm-14 | t14.o  | omp_offloading_entries | 0x3   | 1         |
      | llvm-16 | z16.o  | omp_offloading_entries | 0x3   | 1         |
      | llvm-19 | t19.o  | omp_offloading_entries | 0x3   | 1         |
      | llvm-22 | t22.o  | llvm_offload_entries   | 0x3   | 8         |

  @FO-05 @FO-19 @FO-20
  Scenario Outline: A reader of objects lists the sections of the reference's
    Given the ABI profile <profile>
    When the program zaxpy is compiled to a fat object for nvptx64-nvidia-cuda
    Then <reader> lists its sections
      | Name             | Type   | ES | Flg | Al |
      | <entries>        | PROGBITS | 00 | <flags> | <alignment> |
      | .llvm.offloading | <type> | 00 | E   | 8  |

    Examples: as the document's example has it
      | profile    | reader          | entries                | flags | alignment | type     |
      | documented | llvm-readelf-16 | omp_offloading_entries | A     | 1         | PROGBITS |
      | documented | llvm-readelf-22 | omp_offloading_entries | A     | 1         | PROGBITS |

    Examples: as D2, D3 and D4 say
      | profile | reader          | entries                | flags | alignment | type            |
      | llvm-16 | llvm-readelf-16 | omp_offloading_entries | WA    | 1         | LLVM_OFFLOADING |
      | llvm-19 | llvm-readelf-19 | omp_offloading_entries | WA    | 1         | LLVM_OFFLOADING |
      | llvm-22 | llvm-readelf-22 | llvm_offload_entries   | WA    | 8         | LLVM_OFFLOADING |

  @FO-21
  Rule: Bitcode travels where there are no relocatable objects, and where it was asked for

    Scenario Outline: <object> is for a target without relocatable objects
      Given the ABI profile <profile>
      And the fat object <object>
      Then each of its images is bitcode

      Examples: AMD GPUs
        | profile | object |
        | llvm-16 | h16.o  |
        | llvm-19 | h19.o  |
        | llvm-22 | h22.o  |

      Examples: compiled with -foffload-lto
        | profile | object |
        | llvm-16 | tn16.o |
        | llvm-19 | tn19.o |
        | llvm-22 | tn22.o |

    Scenario Outline: <object> is for one that has them
      Given the ABI profile <profile>
      And the fat object <object>
      Then each of its images is <kind>

      Examples:
        | profile | object | kind   |
        | llvm-16 | z16.o  | cubin  |
        | llvm-16 | t16.o  | object |
        | llvm-22 | t22.o  | object |
