Feature: The wrapper object
  The wrapper object contains the linked images and registers them when the program starts.

  @WR-01 @WR-03 @WR-06 @WR-21 @WR-22 @WR-23 @WR-24
  Scenario Outline: Every edition has its sections
    Given the ABI profile <profile>
    When images for nvptx64-nvidia-cuda:sm_90 and nvptx64-nvidia-cuda:sm_75 are wrapped
    Then the wrapper object has a section <images> of type <type>
    And it defines .omp_offloading.device_image in <images>
    And it defines .omp_offloading.device_image.1 in <images>
    And it defines .omp_offloading.device_images in .data.rel.ro
    And it defines .omp_offloading.descriptor in .data.rel.ro
    And it defines .omp_offloading.descriptor_reg in .text.startup
    And it defines .omp_offloading.descriptor_unreg in .text.startup

    Examples:
      | profile    | images           | type       |
      | documented | .llvm.offloading | 0x1        |
      | llvm-14    | .rodata          | 0x1        |
      | llvm-15    | .llvm.offloading | 0x6fff4c0b |
      | llvm-16    | .llvm.offloading | 0x6fff4c0b |
      | llvm-18    | .llvm.offloading | 0x6fff4c0b |
      | llvm-19    | .llvm.offloading | 0x6fff4c0b |
      | llvm-20    | .llvm.offloading | 0x6fff4c0b |
      | llvm-22    | .llvm.offloading | 0x6fff4c0b |
      | llvm-23    | .llvm.offloading | 0x6fff4c0b |

  @WR-04 @WR-11 @WR-19 @WR-20
  Scenario Outline: A dummy of no size keeps the entry section in the link
    Given the ABI profile <profile>
    When images for nvptx64-nvidia-cuda:sm_90 and nvptx64-nvidia-cuda:sm_75 are wrapped
    Then it defines <dummy> in <section>
    And <dummy> is <binding> and of no size
    And it refers to the hidden symbols __start_<section> and __stop_<section>

    Examples:
      | profile    | dummy                          | section                | binding  |
      | documented | __dummy.omp_offloading.entry   | omp_offloading_entries | internal |
      | llvm-14    | __dummy.omp_offloading.entry   | omp_offloading_entries | external |
      | llvm-16    | __dummy.omp_offloading.entry   | omp_offloading_entries | external |
      | llvm-18    | __dummy.omp_offloading_entries | omp_offloading_entries | external |
      | llvm-19    | __dummy.omp_offloading_entries | omp_offloading_entries | internal |
      | llvm-21    | __dummy.llvm_offload_entries   | llvm_offload_entries   | internal |
      | llvm-23    | __dummy.llvm_offload_entries   | llvm_offload_entries   | internal |

  @WR-05 @WR-07 @WR-30
  Scenario Outline: Registration and its end are called as the edition has it
    Given the ABI profile <profile>
    When images for nvptx64-nvidia-cuda:sm_90 and nvptx64-nvidia-cuda:sm_75 are wrapped
    Then its arrays of functions are <arrays>
    And .omp_offloading.descriptor_reg calls <calls>
    And .omp_offloading.descriptor_unreg calls __tgt_unregister_lib

    Examples:
      | profile    | arrays                       | calls                      |
      | documented | .init_array.1, .fini_array.1 | __tgt_register_lib         |
      | llvm-14    | .init_array.1, .fini_array.1 | __tgt_register_lib         |
      | llvm-16    | .init_array.1, .fini_array.1 | __tgt_register_lib         |
      | llvm-18    | .init_array.1, .fini_array.1 | __tgt_register_lib         |
      | llvm-19    | .init_array.101              | __tgt_register_lib, atexit |
      | llvm-22    | .init_array.101              | __tgt_register_lib, atexit |
      | llvm-23    | .init_array.101              | __tgt_register_lib, atexit |

  @WR-02 @WR-03
  Scenario Outline: ImageStart points where the edition's runtime looks
    Given the ABI profile <profile>
    When images for nvptx64-nvidia-cuda:sm_90 and nvptx64-nvidia-cuda:sm_75 are wrapped
    And the wrapper object is linked into a program
    Then the registered images begin with <begin>

    Examples:
      | profile    | begin                    |
      | documented | the images               |
      | llvm-14    | the images               |
      | llvm-15    | an offload binary header |
      | llvm-16    | an offload binary header |
      | llvm-17    | an offload binary header |
      | llvm-18    | the images               |
      | llvm-22    | the images               |
      | llvm-23    | the images               |

  @WR-03 @WR-10 @WR-12 @WR-13 @WR-14 @WR-15 @WR-16 @WR-17 @WR-18
  Scenario Outline: Every field of the structures is what the documents say
    Given the ABI profile <profile>
    And the link line <object>
    When images for nvptx64-nvidia-cuda:sm_90 and nvptx64-nvidia-cuda:sm_75 are wrapped
    And the wrapper object is linked into a program
    Then NumDeviceImages is 2, and DeviceImages an array of that many
    And every ImageEnd is behind the last byte of its image
    And every image and the descriptor have the table from __start_<section> to __stop_<section>, of <count> entries

    Examples:
      | profile | object | section                | count |
      | llvm-14 | t14n.o | omp_offloading_entries | 5     |
      | llvm-15 | t15.o  | omp_offloading_entries | 4     |
      | llvm-16 | t16.o  | omp_offloading_entries | 4     |
      | llvm-19 | t19.o  | omp_offloading_entries | 4     |
      | llvm-22 | t22.o  | llvm_offload_entries   | 4     |

  @WR-26 @WR-27 @WR-28 @WR-29
  Scenario Outline: The descriptor in its C form
    Given the ABI profile <profile>
    When images for nvptx64-nvidia-cuda:sm_90 and nvptx64-nvidia-cuda:sm_75 are wrapped
    Then gcc makes the same images and descriptor of the C form, its table declared as arrays
    But gcc rejects the C form with its table declared as pointers: "initializer element is not constant"

    Examples: Where ImageStart is the first byte of the variable
      | profile |
      | llvm-14 |
      | llvm-15 |
      | llvm-16 |
      | llvm-17 |

    Examples: Where it is the image in the offload binary that the variable holds
      | profile    |
      | documented |
      | llvm-18    |
      | llvm-20    |
      | llvm-22    |

  @WR-08
  Scenario Outline: The system's linker takes it
    Given the ABI profile <profile>
    When images for nvptx64-nvidia-cuda:sm_90 and nvptx64-nvidia-cuda:sm_75 are wrapped
    Then ld links it into a shared object that needs __tgt_register_lib

    Examples:
      | profile    |
      | documented |
      | llvm-14    |
      | llvm-16    |
      | llvm-19    |
      | llvm-20    |
      | llvm-22    |
      | llvm-23    |
