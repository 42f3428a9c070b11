Feature: A damaged executable ends with the requirement that it breaks
  Executables of real toolchains with one change each, run with the kit's runtime.

  @ER-17 @RG-03 @sim
  Rule: A descriptor is registered once, and used while it is registered

    Scenario Outline: Registered twice, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable registrations is built at O2 and run under the kit's runtime with REGISTRATIONS=twice
      Then the program ends by the requirement RG-03 at "__tgt_register_lib"

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    Scenario Outline: Unregistered twice, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable registrations is built at O2 and run under the kit's runtime with REGISTRATIONS=ended-twice
      Then the program ends by the requirement RG-03 at "__tgt_unregister_lib"

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    @KL-07
    Scenario Outline: A region that is entered when its library has gone, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable registrations is built at O2 and run under the kit's runtime with REGISTRATIONS=used-after-end
      Then the program ends by the requirement KL-07 at "registrations.cpp:31:1 (main)"

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

  @ER-17 @sim
  Rule: Entries are such as the compiler of the edition writes, and are those of the image

    Scenario Outline: Nothing is changed, built by <toolchain>
      Given the toolchain <toolchain>
      And a copy of the executable map_operations built at O2
      When the copy is run under the kit's runtime
      Then its results are the host's and the driver launched its kernels

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    @RG-06
    Scenario Outline: A variable has another size, built by <toolchain>
      Given the toolchain <toolchain>
      And a copy of the executable map_operations built at O2
      And in the copy the entry of table has the size 24
      When the copy is run under the kit's runtime
      Then the program ends by the requirement RG-06 at "map_operations.cpp:19:1 (nested)"

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    @RG-23
    Scenario Outline: Flags are <flags>, built by <toolchain>
      Given the toolchain <toolchain>
      And a copy of the executable map_operations built at O2
      And in the copy the entry of table has the flags <flags>
      When the copy is run under the kit's runtime
      Then the program ends by the requirement RG-23 at "__tgt_register_lib"

      Examples:
        | toolchain | flags |
        | clang-16  | 0x1   |
        | clang-16  | 0x40  |
        | clang-19  | 0x1   |
        | clang-22  | 0x1   |
        | clang-19  | 0x40  |
        | clang-22  | 0x40  |

    @RG-04
    Scenario Outline: A variable has no address, built by <toolchain>
      Given the toolchain <toolchain>
      And a copy of the executable map_operations built at O2
      And in the copy the entry of table has no address
      When the copy is run under the kit's runtime
      Then the program ends by the requirement RG-04 at "__tgt_register_lib"

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    @RG-05
    Scenario Outline: No image has a region, built by <toolchain>
      The runtimes of LLVM 19 and 22 launch it nevertheless, and crash.

      Given the toolchain <toolchain>
      And a copy of the executable map_operations built at O2
      And in the copy the entry of deletedv_l43 has a name that no image defines
      When the copy is run under the kit's runtime
      Then the program ends by the requirement RG-05 at "<place>"

      Examples:
        | toolchain | place                             |
        | clang-16  | map_operations.cpp:19:1 (nested)  |
        | clang-19  | map_operations.cpp:43:1 (deleted) |
        | clang-22  | map_operations.cpp:43:1 (deleted) |

  @ER-17 @sim
  Rule: Tables are whole, and all agree

    @RG-18
    Scenario Outline: The descriptor's table is shorter than the image's, built by <toolchain>
      Given the toolchain <toolchain>
      And a copy of the executable map_operations built at O2
      And in the copy the descriptor's table ends before the last entry
      When the copy is run under the kit's runtime
      Then the program ends by the requirement RG-18 at "__tgt_register_lib"

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |

    @KL-07
    Scenario Outline: All tables end before the last region, built by <toolchain>
      Given the toolchain <toolchain>
      And a copy of the executable map_operations built at O2
      And in the copy the tables end before the last entry
      When the copy is run under the kit's runtime
      Then the program ends by the requirement KL-07 at "map_operations.cpp:123:1 (later)"

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    @RG-19
    Scenario: A legacy table begins with an entry of requires
      The requires entry has no address. The runtimes of LLVM 20 and later read the table in the
      newer layout, and crash.

      Given the toolchain clang-19
      And a copy of the executable map_operations built at O2
      And in the copy the first entry is one of requires
      When the copy is run under the kit's runtime as the profile llvm-22
      Then the program ends by the requirement RG-19 at "__tgt_register_lib"

    @KL-05
    Scenario: An image that no runtime of the edition knows
      The image that clang-16 passes begins with the header of the offload binary.

      Given the toolchain clang-16
      And a copy of the executable map_operations built at O2
      When the copy is run under the kit's runtime as the profile llvm-22
      Then the program ends by the requirement KL-05 at "map_operations.cpp:19:1 (nested)"

  @ER-17 @sim
  Rule: Map types are such as a compiler writes

    @DM-05
    Scenario Outline: A variable has to be present and is not, built by <toolchain>
      Given the toolchain <toolchain>
      And a copy of the executable map_operations built at O2
      And in the copy the only words 800, 35, 161, 161, 288 are 800, 4131, 161, 161, 288
      When the copy is run under the kit's runtime
      Then the program ends by the requirement DM-05 at "map_operations.cpp:72:1 (privates)"

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    @FO-11
    Scenario Outline: A member is that of no argument, built by <toolchain>
      Given the toolchain <toolchain>
      And a copy of the executable map_operations built at O2
      And in the copy the only words 32, 0x1000000000003, 0x1000000000003, 0x1000000000003, 0x1000000000013 are 32, 0x1000000000003, 0x1000000000003, 0x1000000000003, 0x9000000000013
      When the copy is run under the kit's runtime
      Then the program ends by the requirement FO-11 at "map_operations.cpp:54:1 (members)"

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |

    @FO-11
    Scenario: A member is that of no argument, built by clang-22, which attaches the pointer by itself
      Given the toolchain clang-22
      And a copy of the executable map_operations built at O2
      And in the copy the only words 32, 0x1000000000003, 0x1000000000003, 0x1000000000003, 3, 0x4000 are 32, 0x1000000000003, 0x1000000000003, 0x9000000000003, 3, 0x4000
      When the copy is run under the kit's runtime
      Then the program ends by the requirement FO-11 at "map_operations.cpp:54:1 (members)"
