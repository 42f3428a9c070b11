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

    Scenario: Pointers in an array of the program pointers; D62 says what differs
      Given the toolchain clang-19
      When the executable pointers is built at O2 and run under either runtime
      Then its results are the host's and the driver launched its kernels
      And the toolchain's runtime and the kit's have mapped and copied differently
        | toolchain                                | kit |
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
