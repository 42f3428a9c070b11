Feature: Executables of Fortran programs give the host's results on the simulated GPU
  Flang maps the descriptor of an allocatable array with the array, and derived types by mappers that it
  writes itself.

  @ER-01 @ER-13 @sim
  Rule: The driver's launch count shows that the device computed what the program checks

    Scenario Outline: <program> built by flang-22
      Given the toolchain flang-22
      When the executable <program> is built at O2 and run
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program          |
        | derived_types    |
        | module_variables |
        | device_memory    |
        | stencil          |

  @ER-15 @sim
  Rule: The results are the host's under the kit's runtime

    Scenario Outline: <program> built by flang-22 under the kit's runtime
      Given the toolchain flang-22
      When the executable <program> is built at O2 and run under the kit's runtime
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program          |
        | derived_types    |
        | module_variables |
        | device_memory    |
        | stencil          |
