Feature: The phases of a compilation
  Which tool runs for which target, its inputs and its outputs, as the kit and installed compilers
  print them.

  @CP-02 @CP-03 @CP-04 @CP-05 @CP-07 @CP-08 @CP-10 @CP-11 @CP-13 @DC-02 @DC-05
  Rule: The host's front end, the device's compiler, the host's back end and the linker follow

    Scenario Outline: Each phase of clang <release> reads what an earlier one wrote
      When clang <release> prints the phases of zaxpy
      Then every phase reads and writes what the design has it read and write

      Examples:
        | release |
        | 15      |
        | 16      |
        | 19      |
        | 22      |

    Scenario Outline: Each phase of the kit under <profile> reads what an earlier one wrote
      Given the ABI profile <profile>
      When the kit prints the phases of zaxpy
      Then every phase reads and writes what the design has it read and write

      Examples:
        | profile    |
        | documented |
        | llvm-14    |
        | llvm-16    |
        | llvm-22    |

  @CP-12 @CP-14 @CP-15 @CP-16 @CP-17 @CP-18 @FO-15
  Rule: The phases are those of the example, and a packager's, as D26 says

    Scenario Outline: The phases of clang <release>
      When clang <release> prints the phases of zaxpy
      Then the phases are
        | target              | tool              | reads          | writes |
        | x86_64-pc-linux-gnu | clang             | zaxpy.cpp      | .bc    |
        | nvptx64-nvidia-cuda | clang             | zaxpy.cpp .bc  | .s     |
        | nvptx64-nvidia-cuda | NVPTX::Assembler  | .s             | .o     |
        | x86_64-pc-linux-gnu | Offload::Packager | .o             | .out   |
        | x86_64-pc-linux-gnu | clang             | .bc .out       | .o     |
        | x86_64-pc-linux-gnu | Offload::Linker   | .o             | a.out  |

      Examples:
        | release |
        | 15      |
        | 16      |
        | 19      |
        | 22      |

    Scenario: The phases of the kit, which needs no packager's where the document has none
      Given the ABI profile documented
      When the kit prints the phases of zaxpy
      Then the phases are
        | target                   | tool             | reads         | writes |
        | x86_64-unknown-linux-gnu | clang            | zaxpy.cpp     | .ll    |
        | nvptx64-nvidia-cuda      | clang            | zaxpy.cpp .ll | .s     |
        | nvptx64-nvidia-cuda      | NVPTX::Assembler | .s            | .o     |
        | x86_64-unknown-linux-gnu | clang            | .ll .o        | .o     |
        | x86_64-unknown-linux-gnu | Offload::Linker  | .o            | a.out  |

  @DC-07 @DC-09 @FO-13
  Rule: The phases hand each other their files by the options that the design names

    Scenario Outline: The options of clang <release>
      When clang <release> prints the commands that compile zaxpy
      Then the command for the device has the option <is-device>
      And the command for the device reads the bitcode after -fopenmp-host-ir-file-path
      And the host's back end embeds what the packager wrote, after -fembed-offload-object=

      Examples: as D24 says
        | release | is-device                 |
        | 15      | -fopenmp-is-device        |
        | 16      | -fopenmp-is-device        |

      Examples: as the document says
        | release | is-device                 |
        | 19      | -fopenmp-is-target-device |
        | 22      | -fopenmp-is-target-device |

  @DC-13 @DC-14
  Rule: Libraries for the device are linked while its code is compiled

    Scenario Outline: The libraries of clang <release>
      When clang <release> prints the commands that compile zaxpy with device libraries <option>
      Then the command for the device links "<libraries>" by -mlink-builtin-bitcode

      Examples: named as D23 says
        | release | option | libraries                                    |
        | 15      | -O2    | libdevice.10.bc, libomptarget-nvptx-sm_75.bc |
        | 16      | -O2    | libdevice.10.bc, libomptarget-nvptx-sm_75.bc |
        | 19      | -O2    | libdevice.10.bc, libomptarget-nvptx-sm_75.bc |
        | 22      | -O2    | libdevice.10.bc, libomptarget-nvptx.bc       |

      Examples: the device runtime is left to the linker wrapper, as D38 says
        | release | option        | libraries       |
        | 16      | -foffload-lto | libdevice.10.bc |
        | 22      | -foffload-lto | libdevice.10.bc |
