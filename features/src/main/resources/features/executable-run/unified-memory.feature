Feature: Executables whose regions follow pointers of the host

  @ER-01 @ER-18 @sim
  Rule: With unified memory, kernels read and write the memory of the program

    Scenario Outline: The program <program>, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable <program> is built at O2 and run with "--unified-memory"
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program                 | toolchain |
        | unified_memory          | clang-16  |
        | unified_memory          | clang-19  |
        | unified_memory          | clang-22  |
        | unified_synchronization | clang-16  |
        | unified_synchronization | clang-19  |
        | unified_synchronization | clang-22  |

  @ER-15 @ER-18 @sim
  Rule: The same programs run under the kit's runtime

    Scenario Outline: The program <program> under the kit's runtime, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable <program> is built at O2 and run under the kit's runtime with "--unified-memory"
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program                 | toolchain |
        | unified_memory          | clang-16  |
        | unified_memory          | clang-19  |
        | unified_memory          | clang-22  |
        | unified_synchronization | clang-16  |
        | unified_synchronization | clang-19  |
        | unified_synchronization | clang-22  |

  @ER-18 @sim
  Rule: Without unified memory, an address of the host is reported as one

    Scenario Outline: The program unified_memory on a device without it, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable unified_memory is built at O2 and run
      Then the program ends as CRASH(SIGABRT): "failure of target construct"
      And the report names "a host address that is not mapped to the device, in "

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |
