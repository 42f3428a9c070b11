Feature: A module for a device exports what the host's module asks for

  # Modules are those that clang of each release made of ir/device_module.cpp, and copies with one
  # change each.

  @DC-01 @DC-04
  Scenario: The host's module names what is on the device
    When ir/host22.ll is the module of the host
    Then the host asks the device for
      | region __omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26, order 5 |
      | variable counter, flags 0x0, order 1                           |
      | variable _ZL4step, flags 0x0, order 2                          |
      | variable table, flags 0x0, order 3                             |
      | variable __omp_offloading_fe00_2227b9_next_l21, flags 0x8, order 4 |
      | variable shared_decl_tgt_ref_ptr, flags 0x1, order 0           |

  @DC-01 @DC-04 @DC-09
  Scenario Outline: What has an entry on the host is what the device is told of
    When ir/host<release>.ll is the module of the host
    And ir/device<release>.ll is the module of the device
    Then what it asks for has an entry, but for _ZL4step
    And the device's compilation got the same

    Examples:
      | release |
      | 15      |
      | 16      |
      | 19      |
      | 22      |

  @DC-02 @DC-03 @DC-05 @DC-08 @DC-10
  Scenario Outline: Each device exports what one host asks for
    When ir/<host> is the module of the host
    And ir/<device> is the module of the device
    Then the device's module is for <target>
    And the device's module has no fault

    Examples:
      | host      | device             | target                   |
      | host15.ll | device15.ll        | nvptx64-nvidia-cuda      |
      | host16.ll | device16.ll        | nvptx64-nvidia-cuda      |
      | host16.ll | device16.s         | sm_75                    |
      | host19.ll | device19.ll        | nvptx64-nvidia-cuda      |
      | host22.ll | device22.ll        | nvptx64-nvidia-cuda      |
      | host22.ll | device22.gfx90a.ll | amdgcn-amd-amdhsa        |
      | host22.ll | device22.x86_64.ll | x86_64-pc-linux-gnu      |

  @DC-02 @DC-03 @DC-05 @DC-08 @DC-10 @DC-11
  Scenario Outline: What an installed compiler makes of the same file
    When <compiler> compiles the same file for the host and for <target> <architecture>
    Then the device's compilation got the same
    And the device's module is for <target>
    And the device's module has no fault

    Examples:
      | compiler   | target              | architecture |
      | clang++-15 | nvptx64-nvidia-cuda | sm_70        |
      | clang++-16 | nvptx64-nvidia-cuda | sm_70        |
      | clang++-16 | x86_64-pc-linux-gnu | x86-64       |
      | clang++-19 | nvptx64-nvidia-cuda | sm_70        |
      | clang++-22 | nvptx64-nvidia-cuda | sm_70        |
      | clang++-22 | amdgcn-amd-amdhsa   | gfx90a       |
      | clang++-22 | x86_64-pc-linux-gnu | x86-64       |

  @DC-03 @DC-08
  Scenario: A device exports that and what its runtime looks up, and nothing else
    When ir/host22.ll is the module of the host
    And ir/device22.ll is the module of the device
    Then the device's module exports
      | kernel __omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26, weak_odr protected |
      | variable __omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26_dynamic_environment, weak_odr protected |
      | variable __omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26_kernel_environment, weak_odr protected |
      | variable __omp_offloading_fe00_2227b9_next_l21, external protected |
      | variable table, external protected |
      | variable counter, external protected |
      | variable shared_decl_tgt_ref_ptr, weak default |

  @DC-03 @DC-08
  Scenario Outline: An export that is missing, wrong or too much is named
    When ir/host22.ll is the module of the host
    And ir/device22.ll is the module of the device
    And it has "<other>" for "<own>"
    Then the device's module has the fault <fault>: <symbol>

    Examples:
      | own                     | other                     | fault          | symbol   |
      | @counter = protected    | @counted = protected      | missing-export | counter  |
      | @counter = protected    | @counted = protected      | unasked-export | counted  |
      | @table = protected      | @table = internal         | missing-export | table    |
      | @table = protected      | @table = hidden           | missing-export | table    |
      | protected ptx_kernel    | protected                 | wrong-export   | _Z6region |
      | weak_odr protected ptx_kernel | internal ptx_kernel | missing-export | _Z6region |

  @DC-06
  Scenario Outline: The module of a GPU has no offload entries
    When ir/<device> is the module of the device
    Then the device's module has no entry

    Examples:
      | device             |
      | device15.ll        |
      | device16.ll        |
      | device16.s         |
      | device19.ll        |
      | device22.ll        |
      | device22.gfx90a.ll |

  @DC-06
  Scenario Outline: An entry in the module of a GPU is named
    When ir/device22.<language> is the module of the device
    And it has the line "<line>"
    Then the device's module has the fault entries-on-device: entry

    Examples:
      | language | line                                                                             |
      | ll       | @.offloading.entry.x = weak constant i64 0, section \"llvm_offload_entries\"     |
      | s        | .weak .const .align 8 .u64 _$_offloading_$_entry_$_x = 0;                        |

  @DC-06
  Scenario: The module of a CPU has entries, as D35 says
    When ir/device22.x86_64.ll is the module of the device
    Then the device's module agrees with exactly llvm-21 llvm-22 llvm-23

  @DC-11
  Scenario Outline: Who sees kernels, functions and link pointers tells releases apart, as D39 says
    When ir/device<release>.ll is the module of the device
    Then the device's module agrees with exactly <profiles>
    And the device's module has no fault

    Examples:
      | release | profiles                                                                        |
      | 15      | llvm-14 llvm-15                                                                 |
      | 16      | llvm-16 llvm-17                                                                 |
      | 19      | llvm-18 llvm-19 llvm-20                                                         |
      | 22      | llvm-22                                                                         |

  @DC-11
  Scenario: A module in which everything is protected is as the document has it
    When ir/device16.ll is the module of the device
    And it has "define protected" for "define hidden"
    And it has "shared_decl_tgt_ref_ptr = weak protected" for "shared_decl_tgt_ref_ptr = weak"
    Then the device's module agrees with exactly documented
    And the device's module has no fault

  @DC-11
  Scenario Outline: What another image can take the place of is named
    When ir/device22.ll is the module of the device
    And it has "<other>" for "<own>"
    Then the device's module has the fault preemptible-symbol: <symbol>

    Examples:
      | own                  | other            | symbol    |
      | @counter = protected | @counter =       | counter   |
      | @table = protected   | @table = default | table     |
      | define hidden noundef i32 @_Z5twicei | define i32 @_Z5twicei | _Z5twicei |

  @DC-12
  Scenario: Code for a GPU has the device runtime linked in
    When ir/device16.s is the module of the device
    Then the device runtime is linked-in
    And the device's module has no fault

  @DC-12
  Scenario: Code for a GPU from which the device runtime is left out is named
    When ir/device22.s is the module of the device
    Then the device runtime is left-out
    And the device's module has the fault runtime-left-out: __kmpc_target_init

  @DC-12 @DC-14
  Scenario: A device runtime without the vendor's library is named
    When ptx/omp_00_zaxpy.O2.sm75.nolibdevice.ptx is the module of the device
    Then the device runtime is linked-in
    And the device's module has the fault runtime-incomplete: __nv_isnand

  @DC-15
  Scenario: The runtime of a CPU is left to its libomp
    When ir/device22.x86_64.ll is the module of the device
    Then it leaves undefined of the runtime omp_get_thread_num
    And the device's module has no fault

  @DC-16
  Scenario: Device code becomes a relocatable object that exports the same
    Given the PTX module ir/device16.s that a compiler left
    When the modules are assembled for sm_75
    Then they are accepted
    And their symbols include
      | __omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26 |
      | counter                                             |
      | table                                               |
      | shared_decl_tgt_ref_ptr                             |
