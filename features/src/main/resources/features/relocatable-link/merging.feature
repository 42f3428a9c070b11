Feature: Objects merged without the offload toolchain
  A relocatable link does not change device images; the link of the program links and registers
  them.

  @RL-01 @RL-06
  Scenario Outline: Images are kept for the link of the program
    Given the ABI profile <profile>
    And the link line <objects>
    When the line is merged without the offload toolchain
    Then the object keeps 2 images of kind openmp that no program loads
    And nothing in the object registers images

    Examples:
      | profile    | objects      |
      | documented | t16.o, i16.o |
      | llvm-15    | t15.o, i16.o |
      | llvm-16    | t16.o, i16.o |
      | llvm-19    | t19.o, i19.o |
      | llvm-22    | t22.o, i22.o |
      | llvm-23    | t22.o, i22.o |

  @RL-01 @RL-06
  Scenario Outline: What was merged is linked and registered with the program
    Given the ABI profile <profile>
    And the link line <objects>
    When the line is merged without the offload toolchain
    And the object is on the link line
    And the program is linked with device linkers for x86_64-pc-linux-gnu
    Then the descriptor spans <count> entries in <section>
    And the link has no warnings

    Examples:
      | profile    | objects      | count | section                |
      | documented | t16.o, i16.o | 6     | omp_offloading_entries |
      | llvm-15    | t15.o, i16.o | 6     | omp_offloading_entries |
      | llvm-16    | t16.o, i16.o | 6     | omp_offloading_entries |
      | llvm-19    | t19.o, i19.o | 8     | omp_offloading_entries |
      | llvm-22    | t22.o, i22.o | 8     | llvm_offload_entries   |

  @RL-02
  Scenario Outline: The same holds of CUDA and HIP
    Given the ABI profile <profile>
    And the link line <object>
    When the line is merged without the offload toolchain
    Then the object keeps <count> images of kind <kind> that no program loads
    And nothing in the object registers images

    Examples:
      | profile | object | count | kind |
      | llvm-16 | cu16.o | 2     | cuda |
      | llvm-19 | cu19.o | 2     | cuda |
      | llvm-22 | cu22.o | 2     | cuda |
      | llvm-16 | h16.o  | 2     | hip  |
      | llvm-19 | h19.o  | 2     | hip  |
      | llvm-22 | h22.o  | 2     | hip  |
