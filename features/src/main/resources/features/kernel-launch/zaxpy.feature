Feature: zaxpy goes through every stage

  @KL-10 @KL-09 @CP-01 @CP-09 @sim
  Rule: The simulated GPU computes what the host computes

    Scenario Outline: PTX of clang at <optimization> under <profile> with the inputs <inputs>
      Given the ABI profile <profile>
      And the device sim
      When the program zaxpy goes through every stage at <optimization> with the inputs <inputs>
      Then every result equals the host's bit for bit
      And the device launched 1 kernel of the program

      Examples: the device ABI of LLVM 16
        | profile    | optimization | inputs    |
        | documented | O2           | source    |
        | llvm-14    | O2           | source    |
        | llvm-15    | O2           | source    |
        | llvm-16    | O2           | source    |
        | llvm-16    | O0           | rounding  |
        | llvm-16    | O2           | infinity  |
        | llvm-17    | O2           | rounding  |

      Examples: the device ABI of LLVM 19
        | profile | optimization | inputs    |
        | llvm-18 | O2           | rounding  |
        | llvm-19 | O2           | source    |
        | llvm-19 | O0           | subnormal |
        | llvm-20 | O2           | infinity  |
        | llvm-21 | O2           | rounding  |
        | llvm-22 | O2           | subnormal |

  @KL-10 @opencl
  Rule: An OpenCL device computes what the host computes

    Scenario Outline: OpenCL C under <profile> with the inputs <inputs>
      Given the ABI profile <profile>
      And the device opencl
      When the program zaxpy goes through every stage at O2 with the inputs <inputs>
      Then every result is within the tolerance its device code states
      And the device launched 1 kernel of the program

      Examples:
        | profile    | inputs    |
        | documented | source    |
        | llvm-16    | rounding  |
        | llvm-19    | infinity  |
        | llvm-23    | subnormal |

  @KL-10 @cuda
  Rule: A CUDA device computes what the host computes

    Scenario Outline: PTX of clang at <optimization> under <profile> with the inputs <inputs>
      Given the ABI profile <profile>
      And the device cuda
      When the program zaxpy goes through every stage at <optimization> with the inputs <inputs>
      Then every result is within the tolerance its device code states
      And the device launched 1 kernel of the program

      Examples:
        | profile | optimization | inputs   |
        | llvm-16 | O2           | source   |
        | llvm-19 | O2           | rounding |

  @KL-10 @offload
  Rule: A device of LLVM's liboffload computes what the host computes

    Scenario Outline: PTX of clang at <optimization> under <profile> with the inputs <inputs>, through liboffload
      Given the ABI profile <profile>
      And the device offload
      When the program zaxpy goes through every stage at <optimization> with the inputs <inputs>
      Then every result is within the tolerance its device code states
      And the device launched 1 kernel of the program

      Examples:
        | profile | optimization | inputs   |
        | llvm-16 | O2           | source   |
        | llvm-22 | O2           | rounding |

  @KL-11 @KL-19 @sim
  Rule: A program keeps to its budgets on the simulated GPU

    Scenario Outline: zaxpy under <profile>
      Given the ABI profile <profile>
      And the device sim
      And programs are timed as on the device h200
      When the program zaxpy goes through every stage at O2 with the inputs source
      Then the program is within its budgets

      Examples:
        | profile |
        | llvm-16 |
        | llvm-19 |

  @KL-06 @opencl
  Rule: A program keeps to its budgets on an OpenCL device

    Scenario: zaxpy moves no more than it maps
      Given the ABI profile llvm-16
      And the device opencl
      When the program zaxpy goes through every stage at O2 with the inputs source
      Then the program is within its budgets

  @KL-12 @sim
  Rule: A program that the device cannot run is not said to have run

    Scenario: No image is for the device
      Given the ABI profile llvm-16
      And the device sim
      When the program zaxpy is built with the device code hand-source and run
      Then the run ends as HOST_FALLBACK: "none of 1 devices accepted an image"

    Scenario: The kernel has another device ABI
      Given the ABI profile llvm-16
      And the device sim
      When the program zaxpy is built with the device code clang-19-O2 and run
      Then the run ends as FAIL_RUNTIME: "_kernel_environment"

    Scenario: The program has no code of the device ABI
      Given the ABI profile llvm-23
      And the device sim
      When the program zaxpy goes through every stage at O2 with the inputs source
      Then the run ends as UNSUPPORTED: "zaxpy has no code for nvptx64-nvidia-cuda of device ABI D23"
