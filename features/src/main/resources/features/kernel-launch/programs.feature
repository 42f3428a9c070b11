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
        | program    | profile | inputs      |
        | saxpy      | llvm-16 | source      |
        | saxpy      | llvm-19 | rounding    |
        | saxpy      | llvm-19 | source      |
        | saxpy      | llvm-16 | rounding    |
        | histogram  | llvm-16 | source      |
        | histogram  | llvm-19 | crowded     |
        | histogram  | llvm-19 | source      |
        | histogram  | llvm-16 | crowded     |
        | stencil    | llvm-16 | source      |
        | stencil    | llvm-19 | rounding    |
        | stencil    | llvm-19 | source      |
        | stencil    | llvm-16 | rounding    |
        | search     | llvm-16 | source      |
        | search     | llvm-19 | overlapping |
        | search     | llvm-19 | source      |
        | search     | llvm-16 | overlapping |
        | product    | llvm-16 | source      |
        | product    | llvm-19 | rounding    |
        | product    | llvm-19 | source      |
        | product    | llvm-16 | rounding    |
        | dot        | llvm-16 | source      |
        | dot        | llvm-19 | cancelling  |
        | dot        | llvm-19 | source      |
        | dot        | llvm-16 | cancelling  |
        | spmv       | llvm-16 | source      |
        | spmv       | llvm-19 | rounding    |
        | spmv       | llvm-19 | source      |
        | spmv       | llvm-16 | rounding    |
        | nbody      | llvm-16 | source      |
        | nbody      | llvm-19 | rounding    |
        | nbody      | llvm-19 | source      |
        | nbody      | llvm-16 | rounding    |
        | tiled      | llvm-16 | source      |
        | tiled      | llvm-19 | rounding    |
        | tiled      | llvm-19 | source      |
        | tiled      | llvm-16 | rounding    |
        | mandelbrot | llvm-16 | source      |
        | mandelbrot | llvm-19 | border      |
        | mandelbrot | llvm-19 | source      |
        | mandelbrot | llvm-16 | border      |
        | declared   | llvm-16 | source      |
        | declared   | llvm-19 | wide        |
        | pointers   | llvm-19 | source      |
        | pointers   | llvm-19 | ends        |

    Scenario Outline: <program> under <profile> with the inputs <inputs>, on sim, within a tolerance
      Given the ABI profile <profile>
      And the device sim
      When the program <program> goes through every stage at O2 with the inputs <inputs>
      Then every result is within the tolerance its device code states
      And the device launched 1 kernel of the program

      Examples:
        | program    | profile | inputs   |
        | montecarlo | llvm-16 | source   |
        | montecarlo | llvm-19 | wrapping |
        | montecarlo | llvm-19 | source   |
        | montecarlo | llvm-16 | wrapping |

    Scenario Outline: <program> of <launches> launches under <profile> with the inputs <inputs>, on sim
      Given the ABI profile <profile>
      And the device sim
      When the program <program> goes through every stage at O2 with the inputs <inputs>
      Then every result equals the host's bit for bit
      And the device launched <launches> kernels of the program

      Examples:
        | program | profile | inputs   | launches |
        | scan    | llvm-16 | source   | 3        |
        | scan    | llvm-19 | wrapping | 3        |
        | scan    | llvm-19 | source   | 3        |
        | scan    | llvm-16 | wrapping | 3        |
        | bitonic | llvm-16 | source   | 55       |
        | bitonic | llvm-19 | repeated | 55       |
        | bitonic | llvm-19 | source   | 55       |
        | bitonic | llvm-16 | repeated | 55       |

  @KL-10 @opencl
  Rule: An OpenCL device computes what the descriptions expect

    Scenario Outline: <program> under <profile> with the inputs <inputs>, on opencl
      Given the ABI profile <profile>
      And the device opencl
      When the program <program> goes through every stage at O2 with the inputs <inputs>
      Then every result is within the tolerance its device code states
      And the device launched 1 kernel of the program

      Examples:
        | program    | profile | inputs      |
        | saxpy      | llvm-16 | source      |
        | saxpy      | llvm-19 | rounding    |
        | histogram  | llvm-16 | source      |
        | histogram  | llvm-19 | crowded     |
        | stencil    | llvm-16 | source      |
        | stencil    | llvm-19 | rounding    |
        | search     | llvm-16 | source      |
        | search     | llvm-19 | overlapping |
        | product    | llvm-16 | source      |
        | product    | llvm-19 | rounding    |
        | dot        | llvm-16 | source      |
        | dot        | llvm-19 | cancelling  |
        | spmv       | llvm-16 | source      |
        | spmv       | llvm-19 | rounding    |
        | nbody      | llvm-16 | source      |
        | nbody      | llvm-19 | rounding    |
        | tiled      | llvm-16 | source      |
        | tiled      | llvm-19 | rounding    |
        | mandelbrot | llvm-16 | source      |
        | mandelbrot | llvm-19 | border      |
        | montecarlo | llvm-16 | source      |
        | montecarlo | llvm-19 | wrapping    |

      @KL-12
      Examples: unsupported, since OpenCL C has no symbols that a host finds and no pointers to functions
        | program    | profile | inputs      |
        | declared   | llvm-16 | source      |
        | pointers   | llvm-19 | source      |

    Scenario Outline: <program> of <launches> launches under <profile> with the inputs <inputs>, on opencl
      Given the ABI profile <profile>
      And the device opencl
      When the program <program> goes through every stage at O2 with the inputs <inputs>
      Then every result is within the tolerance its device code states
      And the device launched <launches> kernels of the program

      Examples:
        | program | profile | inputs   | launches |
        | scan    | llvm-16 | source   | 3        |
        | scan    | llvm-19 | wrapping | 3        |
        | bitonic | llvm-16 | source   | 55       |
        | bitonic | llvm-19 | repeated | 55       |

  @KL-10 @cuda
  Rule: A CUDA device computes what the descriptions expect

    Scenario Outline: <program> under <profile> with the inputs <inputs>, on cuda
      Given the ABI profile <profile>
      And the device cuda
      When the program <program> goes through every stage at O2 with the inputs <inputs>
      Then every result is within the tolerance its device code states
      And the device launched 1 kernel of the program

      Examples:
        | program    | profile | inputs      |
        | saxpy      | llvm-16 | source      |
        | saxpy      | llvm-19 | rounding    |
        | histogram  | llvm-16 | source      |
        | histogram  | llvm-19 | crowded     |
        | stencil    | llvm-16 | source      |
        | stencil    | llvm-19 | rounding    |
        | search     | llvm-16 | source      |
        | search     | llvm-19 | overlapping |
        | product    | llvm-16 | source      |
        | product    | llvm-19 | rounding    |
        | dot        | llvm-16 | source      |
        | dot        | llvm-19 | cancelling  |
        | spmv       | llvm-16 | source      |
        | spmv       | llvm-19 | rounding    |
        | nbody      | llvm-16 | source      |
        | nbody      | llvm-19 | rounding    |
        | tiled      | llvm-16 | source      |
        | tiled      | llvm-19 | rounding    |
        | mandelbrot | llvm-16 | source      |
        | mandelbrot | llvm-19 | border      |
        | montecarlo | llvm-16 | source      |
        | montecarlo | llvm-19 | wrapping    |
        | declared   | llvm-16 | source      |
        | declared   | llvm-19 | wide        |
        | pointers   | llvm-19 | source      |

    Scenario Outline: <program> of <launches> launches under <profile> with the inputs <inputs>, on cuda
      Given the ABI profile <profile>
      And the device cuda
      When the program <program> goes through every stage at O2 with the inputs <inputs>
      Then every result is within the tolerance its device code states
      And the device launched <launches> kernels of the program

      Examples:
        | program | profile | inputs   | launches |
        | scan    | llvm-16 | source   | 3        |
        | scan    | llvm-19 | wrapping | 3        |
        | bitonic | llvm-16 | source   | 55       |
        | bitonic | llvm-19 | repeated | 55       |

  @KL-11 @KL-19 @sim
  Rule: Programs keep to their budgets on the simulated GPU

    Scenario Outline: The budget of <program> under <profile>
      Given the ABI profile <profile>
      And the device sim
      And programs are timed as on the device h200
      When the program <program> goes through every stage at O2 with the inputs source
      Then the program is within its budgets

      Examples:
        | program    | profile |
        | saxpy      | llvm-16 |
        | saxpy      | llvm-19 |
        | histogram  | llvm-16 |
        | histogram  | llvm-19 |
        | stencil    | llvm-16 |
        | stencil    | llvm-19 |
        | search     | llvm-16 |
        | search     | llvm-19 |
        | product    | llvm-16 |
        | product    | llvm-19 |
        | dot        | llvm-16 |
        | dot        | llvm-19 |
        | spmv       | llvm-16 |
        | spmv       | llvm-19 |
        | nbody      | llvm-16 |
        | nbody      | llvm-19 |
        | tiled      | llvm-16 |
        | tiled      | llvm-19 |
        | mandelbrot | llvm-16 |
        | mandelbrot | llvm-19 |
        | montecarlo | llvm-16 |
        | montecarlo | llvm-19 |
        | scan       | llvm-16 |
        | scan       | llvm-19 |
        | bitonic    | llvm-16 |
        | bitonic    | llvm-19 |
        | declared   | llvm-16 |
        | declared   | llvm-19 |
        | pointers   | llvm-19 |

  @KL-06 @opencl
  Rule: Programs move no more than they map on an OpenCL device

    Scenario Outline: The transfers of <program>
      Given the ABI profile llvm-16
      And the device opencl
      When the program <program> goes through every stage at O2 with the inputs source
      Then the program is within its budgets

      Examples:
        | program    |
        | saxpy      |
        | histogram  |
        | stencil    |
        | search     |
        | product    |
        | dot        |
        | spmv       |
        | nbody      |
        | tiled      |
        | mandelbrot |
        | montecarlo |
        | scan       |
        | bitonic    |
