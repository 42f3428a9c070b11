Feature: The table of entries needs no linker script
  The name of the entry section is a C identifier, so every linker defines its begin and end; an
  empty contribution of the wrapper object makes linkers define them in a program without entries,
  too.

  @HL-07
  Scenario Outline: <linker> defines the begin and the end of the table under <profile>
    Given the ABI profile <profile>
    And the link line <objects>
    When the program is linked for x86_64-pc-linux-gnu
    Then <linker>, given no linker script, says where the <count> entries in <section> begin and end

    Examples:
      | profile    | objects      | count | section                | linker    |
      | documented | t16.o, i16.o | 6     | omp_offloading_entries | ld.bfd    |
      | llvm-15    | t15.o        | 4     | omp_offloading_entries | ld.bfd    |
      | llvm-16    | t16.o, i16.o | 6     | omp_offloading_entries | ld.bfd    |
      | llvm-16    | t16.o        | 4     | omp_offloading_entries | ld.lld-16 |
      | llvm-19    | t19.o, i19.o | 8     | omp_offloading_entries | ld.bfd    |
      | llvm-19    | t19.o        | 4     | omp_offloading_entries | ld.lld-19 |
      | llvm-22    | t22.o, i22.o | 8     | llvm_offload_entries   | ld.gold   |
      | llvm-22    | t22.o, i22.o | 8     | llvm_offload_entries   | ld.bfd    |
      | llvm-22    | t22.o        | 4     | llvm_offload_entries   | ld.lld-22 |
      | llvm-23    | ind23.o      | 4     | llvm_offload_entries   | ld.bfd    |
