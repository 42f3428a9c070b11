Feature: Executables that call functions through pointers to the host's versions

  @IC-01 @IC-34 @ER-01 @ER-15 @ER-16 @sim
  Rule: The device's versions are called, under either runtime

    Scenario: Pointers in an array, and a pointer that is all a region is given; D62 says what differs
      Given the toolchain clang-19
      When the executable function_pointers is built at O2 and run under either runtime
      Then its results are the host's and the driver launched its kernels
      And the driver launched 5 kernels of it
      And the toolchain's runtime and the kit's have mapped and copied differently
        | toolchain                                | kit |
        | 8 bytes in no row copied from the device |     |
        | 8 bytes in no row copied from the device |     |
        | 8 bytes in no row copied from the device |     |
        | 8 bytes in no row copied from the device |     |

    Scenario: Pointers in an array, and a pointer that is all a region is given; D62 and D81 say what differs
      Given the toolchain clang-22
      When the executable function_pointers is built at O2 and run under either runtime
      Then its results are the host's and the driver launched its kernels
      And the driver launched 5 kernels of it
      And the toolchain's runtime and the kit's have mapped and copied differently
        | toolchain                                                     | kit |
        | 8 bytes in no row copied from the device                      |     |
        | 8 bytes in no row copied from the device                      |     |
        | 8 bytes in no row copied from the device                      |     |
        | 8 bytes in no row copied from the device                      |     |
        | 64 bytes in no row copied to the device                       |     |
        | 48 bytes in no row copied to the device                       |     |
        | 8 bytes in no row copied from the device                      |     |
        | 8 bytes in no row copied from the device                      |     |
        | 8 bytes in no row copied from the device                      |     |
        | 8 bytes in no row copied from the device                      |     |
        | row 1, 0 bytes at 0 found, counts 1 (update suppressed) and 0 |     |
        | row 2, 0 bytes at 0 found, counts 1 (update suppressed) and 0 |     |

    Scenario: Pointers in an array of the program pointers; D62 says what differs
      Given the toolchain clang-19
      When the executable pointers is built at O2 and run under either runtime
      Then its results are the host's and the driver launched its kernels
      And the toolchain's runtime and the kit's have mapped and copied differently
        | toolchain                                | kit |
        | 8 bytes in no row copied from the device |     |
        | 8 bytes in no row copied from the device |     |
        | 8 bytes in no row copied from the device |     |

    Scenario: Pointers in an array of the program pointers by LLVM 22; D62 says what differs
      Given the toolchain clang-22
      When the executable pointers is built at O2 and run under either runtime
      Then its results are the host's and the driver launched its kernels
      And the toolchain's runtime and the kit's have mapped and copied differently
        | toolchain                                | kit |
        | 8 bytes in no row copied from the device |     |
        | 8 bytes in no row copied from the device |     |
        | 8 bytes in no row copied from the device |     |
        | 48 bytes in no row copied to the device  |     |
        | 48 bytes in no row copied to the device  |     |
        | 8 bytes in no row copied from the device |     |
        | 8 bytes in no row copied from the device |     |
        | 8 bytes in no row copied from the device |     |

    Scenario: The pointer of the program indirect, in a device's own memory; D62 says what differs
      Given the toolchain clang-19
      When the executable indirect is built at O2 and run under either runtime
      Then its results are the host's and the driver launched its kernels
      And the toolchain's runtime and the kit's have mapped and copied differently
        | toolchain                                | kit |
        | 8 bytes in no row copied from the device |     |

    Scenario: The pointer of the program indirect, in a device's own memory by LLVM 22; D62 says what differs
      Given the toolchain clang-22
      When the executable indirect is built at O2 and run under either runtime
      Then its results are the host's and the driver launched its kernels
      And the toolchain's runtime and the kit's have mapped and copied differently
        | toolchain                                | kit |
        | 8 bytes in no row copied from the device |     |
        | 16 bytes in no row copied to the device  |     |
        | 48 bytes in no row copied to the device  |     |
        | 8 bytes in no row copied from the device |     |

  @IC-07 @IC-20 @sim
  Rule: Without a row in the table of functions, device code calls what is no function

    Scenario Outline: Clang 16 makes no entry of an indirect function, as D14 says, under <runtime>
      Given the toolchain clang-16
      When the executable indirect is built at O2 and <runtime>
      Then the program ends as CRASH(SIGABRT): "failure of target construct"
      And the report names "which is not a function"

      Examples:
        | runtime                     |
        | run                         |
        | run under the kit's runtime |

    Scenario: In unified shared memory the runtime of LLVM 19 takes a function's code for its address, as D67 says
      Given the toolchain clang-19
      When the executable shared_indirect is built at O2 and run
      Then the program ends as CRASH(SIGABRT): "failure of target construct"
      And the report names "which is not a function"

    Scenario: In unified shared memory the runtime of LLVM 22 calls the device's version
      Given the toolchain clang-22
      When the executable shared_indirect is built at O2 and run with "--unified-memory"
      Then its results are the host's and the driver launched its kernels

    Scenario: The kit's runtime runs nothing that needs unified shared memory on a device without it
      Given the toolchain clang-19
      When the executable shared_indirect is built at O2 and run under the kit's runtime
      Then the program ends as CRASH(SIGABRT): "failure of target construct"
      And the report names "requires unified_shared_memory needs UNIFIED_MEMORY"
      And the driver launched 0 kernels of it

  @IC-11 @sim
  Rule: Before LLVM 18 no device runtime translates a pointer

    Scenario: The program pointers is not linked by clang-16
      Given the toolchain clang-16
      When the executable pointers is built at O2
      Then the build ends as FAIL_LINK: "__llvm_omp_indirect_call_lookup"

  @ER-01 @IC-35 @sim
  Rule: Device code calls virtual functions through the tables of the device

    Scenario Outline: Of objects that the device made, built by <toolchain> at <level>
      Given the toolchain <toolchain>
      When the executable virtual_calls is built at <level> and run
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain | level |
        | clang-16  | O2    |
        | clang-19  | O2    |
        | clang-22  | O0    |
        | clang-22  | O2    |

    Scenario Outline: Of objects that the host made, <toolchain>'s device code loads from the host's table, as D80 says
      Given the toolchain <toolchain>
      When the executable virtual_objects is built at O2 and run
      Then the program ends as CRASH(SIGABRT): "failure of target construct"
      And the report names "in variable _ZTV4Cube (24 bytes) of virtual_objects"
      And the report names "virtual_objects.cpp:11"

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |
