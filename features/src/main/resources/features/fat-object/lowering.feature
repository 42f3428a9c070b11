Feature: A program is lowered to a host object and device objects

  @FO-09
  Rule: The section holds the device object for its target and architecture

    Scenario Outline: What is embedded is a device container under <profile>
      Given the ABI profile <profile>
      When the program zaxpy is compiled with the device code clang-16-O2
      Then image 0 is a relocatable device container for sm_75
      And image 0 defines "__omp_offloading_fe00_20c047__Z5zaxpyPSt7complexIdES1_S0_m_l5"

      Examples:
        | profile    |
        | documented |
        | llvm-15    |
        | llvm-22    |
        | llvm-23    |

  @FO-10
  Rule: An object for several targets carries an image for each

    Scenario Outline: Two targets make <binaries> under <profile>
      Given the ABI profile <profile>
      When the program zaxpy is compiled with the device code hand-source, clang-16-O2
      Then its images are for
        | opencl-c                  |
        | nvptx64-nvidia-cuda:sm_75 |
      And the section .llvm.offloading holds <binaries>

      Examples:
        | profile | binaries           |
        | llvm-16 | 2 offload binaries |
        | llvm-22 | 2 offload binaries |
        | llvm-23 | 1 offload binary   |

  @FO-11
  Rule: A program is lowered to what a real compiler made of the same source

    Scenario: zaxpy and clang 16
      Given the ABI profile llvm-16
      When the program zaxpy is compiled with the device code clang-16-O2
      Then it tells the runtime what z16.o does

  @FO-12
  Rule: Device code that is not well-formed is refused

    Scenario: PTX that ends in the middle
      Given the ABI profile llvm-16
      When the program zaxpy is compiled with the first 2000 bytes of the device code clang-16-O2
      Then the compiler refuses "ptx/omp_00_zaxpy.O2.sm75.ptx"
