Feature: The same programs on every kind of device

  The expected elements come from the rules in each program's description.

  @KL-10 @sim
  Rule: The simulated GPU computes what the descriptions expect

    Scenario Outline: <program> under <profile> with the inputs <inputs>, on sim
      Given the ABI profile <profile>
      And the device sim
      When the program <program> goes through every stage at O2 with the inputs <inputs>
      Then every result equals the host's bit for bit
      And the device launched 1 kernel of the program

      Examples:
        | program   | profile | inputs      |
        | saxpy     | llvm-16 | source      |
        | saxpy     | llvm-19 | rounding    |
        | saxpy     | llvm-19 | source      |
        | saxpy     | llvm-16 | rounding    |
        | histogram | llvm-16 | source      |
        | histogram | llvm-19 | crowded     |
        | histogram | llvm-19 | source      |
        | histogram | llvm-16 | crowded     |
        | stencil   | llvm-16 | source      |
        | stencil   | llvm-19 | rounding    |
        | stencil   | llvm-19 | source      |
        | stencil   | llvm-16 | rounding    |
        | search    | llvm-16 | source      |
        | search    | llvm-19 | overlapping |
        | search    | llvm-19 | source      |
        | search    | llvm-16 | overlapping |
        | product   | llvm-16 | source      |
        | product   | llvm-19 | rounding    |
        | product   | llvm-19 | source      |
        | product   | llvm-16 | rounding    |

  @KL-10 @opencl
  Rule: An OpenCL device computes what the descriptions expect

    Scenario Outline: <program> under <profile> with the inputs <inputs>, on opencl
      Given the ABI profile <profile>
      And the device opencl
      When the program <program> goes through every stage at O2 with the inputs <inputs>
      Then every result is within the tolerance its device code states
      And the device launched 1 kernel of the program

      Examples:
        | program   | profile | inputs      |
        | saxpy     | llvm-16 | source      |
        | saxpy     | llvm-19 | rounding    |
        | histogram | llvm-16 | source      |
        | histogram | llvm-19 | crowded     |
        | stencil   | llvm-16 | source      |
        | stencil   | llvm-19 | rounding    |
        | search    | llvm-16 | source      |
        | search    | llvm-19 | overlapping |
        | product   | llvm-16 | source      |
        | product   | llvm-19 | rounding    |

  @KL-10 @cuda
  Rule: A CUDA device computes what the descriptions expect

    Scenario Outline: <program> under <profile> with the inputs <inputs>, on cuda
      Given the ABI profile <profile>
      And the device cuda
      When the program <program> goes through every stage at O2 with the inputs <inputs>
      Then every result is within the tolerance its device code states
      And the device launched 1 kernel of the program

      Examples:
        | program   | profile | inputs      |
        | saxpy     | llvm-16 | source      |
        | saxpy     | llvm-19 | rounding    |
        | histogram | llvm-16 | source      |
        | histogram | llvm-19 | crowded     |
        | stencil   | llvm-16 | source      |
        | stencil   | llvm-19 | rounding    |
        | search    | llvm-16 | source      |
        | search    | llvm-19 | overlapping |
        | product   | llvm-16 | source      |
        | product   | llvm-19 | rounding    |

  @KL-11 @KL-19 @sim
  Rule: Programs keep to their budgets on the simulated GPU

    Scenario Outline: The budget of <program> under <profile>
      Given the ABI profile <profile>
      And the device sim
      And programs are timed as on the device h200
      When the program <program> goes through every stage at O2 with the inputs source
      Then the program is within its budgets

      Examples:
        | program   | profile |
        | saxpy     | llvm-16 |
        | saxpy     | llvm-19 |
        | histogram | llvm-16 |
        | histogram | llvm-19 |
        | stencil   | llvm-16 |
        | stencil   | llvm-19 |
        | search    | llvm-16 |
        | search    | llvm-19 |
        | product   | llvm-16 |
        | product   | llvm-19 |

  @KL-06 @opencl
  Rule: Programs move no more than they map on an OpenCL device

    Scenario Outline: The transfers of <program>
      Given the ABI profile llvm-16
      And the device opencl
      When the program <program> goes through every stage at O2 with the inputs source
      Then the program is within its budgets

      Examples:
        | program   |
        | saxpy     |
        | histogram |
        | stencil   |
        | search    |
        | product   |
