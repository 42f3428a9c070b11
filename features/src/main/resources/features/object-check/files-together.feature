Feature: A check compares the files of one link

  @OC-73
  Scenario: Two objects have images for different devices
    LLVM 16 cannot load the image of either; LLVM 19 ends the program at the region that it lacks.

    When objects/t16.o and objects/tn16.o are checked together
    Then a fault no-common-target is found at offset 0x0

  @OC-73 @OC-74 @OC-75
  Scenario Outline: <one> and <other> are of one link
    When objects/<one> and objects/<other> are checked together
    Then no fault is found

    Examples:
      | one    | other  |
      | la16.o | lm16.o |
      | t16.o  | exe16  |
      | t19.o  | exe19  |
      | t22.o  | exe22  |

  @OC-74
  Scenario: Two objects define one region with different code
    A macro changes a region of a header: both objects get the results of the first one linked.

    When objects/t16.o and objects/t19.o are checked together
    Then a fault region-of-other-code is found in section .llvm.offloading at offset 0x358

  @OC-75
  Scenario: A program has no entry of an object
    When objects/la16.o and objects/exe16 are checked together
    Then a fault entry-lost is found in section omp_offloading_entries at offset 0x243

  @OC-78
  Scenario Outline: The runtime of <release> does not read <program>
    `releases.feature` runs such programs with the runtimes themselves.

    When objects/<program> and runtime/<runtime> are checked together
    Then a fault runtime-of-other-release is found in section <section> at offset <offset>

    Examples:
      | program | runtime           | release | section              | offset |
      | exe22   | libomptarget16.so | LLVM 16 | llvm_offload_entries | 0x7060 |
      | exe22   | libomptarget19.so | LLVM 19 | llvm_offload_entries | 0x7060 |
      | exe16   | libomptarget22.so | LLVM 22 | .llvm.offloading     | 0x20c8 |

  @OC-78
  Scenario Outline: The runtime of <release> reads <program>
    When objects/<program> and runtime/<runtime> are checked together
    Then no fault is found

    Examples:
      | program | runtime           | release |
      | exe16   | libomptarget16.so | LLVM 16 |
      | exe16   | libomptarget19.so | LLVM 19 |
      | exe19   | libomptarget16.so | LLVM 16 |
      | exe19   | libomptarget19.so | LLVM 19 |
      | exe19   | libomptarget22.so | LLVM 22 |
      | exe22   | libomptarget22.so | LLVM 22 |
