Feature: Two kinds of device compute the same

  Each device may be off from the exact elements by the tolerance that its device code states, so two
  devices may differ by the sum of both.

  @KL-10
  Rule: A device computes what the simulated GPU computes

    Scenario Outline: <program> on <device> against sim, with the inputs <inputs>
      Given the ABI profile llvm-19
      And the device sim
      And the program <program> went through every stage at O2 with the inputs <inputs>
      And the device <device>
      When the program <program> goes through every stage at O2 with the inputs <inputs>
      Then every result equals that of the earlier device within the tolerances of both

      @opencl
      Examples: an OpenCL device
        | program    | device | inputs      |
        | zaxpy      | opencl | source      |
        | saxpy      | opencl | rounding    |
        | histogram  | opencl | crowded     |
        | stencil    | opencl | rounding    |
        | search     | opencl | overlapping |
        | product    | opencl | rounding    |
        | dot        | opencl | cancelling  |
        | spmv       | opencl | rounding    |
        | nbody      | opencl | rounding    |
        | tiled      | opencl | rounding    |
        | mandelbrot | opencl | border      |
        | montecarlo | opencl | wrapping    |
        | scan       | opencl | wrapping    |
        | bitonic    | opencl | repeated    |

      @cuda
      Examples: a CUDA device
        | program    | device | inputs      |
        | zaxpy      | cuda   | source      |
        | saxpy      | cuda   | rounding    |
        | histogram  | cuda   | crowded     |
        | stencil    | cuda   | rounding    |
        | search     | cuda   | overlapping |
        | product    | cuda   | rounding    |
        | dot        | cuda   | cancelling  |
        | spmv       | cuda   | rounding    |
        | nbody      | cuda   | rounding    |
        | tiled      | cuda   | rounding    |
        | mandelbrot | cuda   | border      |
        | montecarlo | cuda   | wrapping    |
        | scan       | cuda   | wrapping    |
        | bitonic    | cuda   | repeated    |
