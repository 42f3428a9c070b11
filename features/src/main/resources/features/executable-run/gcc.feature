Feature: Programs that GCC builds with OpenMP and OpenACC run on the emulated GPU with libgomp
  GCC embeds PTX for sm_30, which libgomp passes to the linker of the driver. All 32 lanes of a warp execute
  the code of one thread, up to a SIMD loop.

  @ER-26 @sim
  Rule: The results are the host's, and what the device runtime does is no finding

    Scenario Outline: <program>, built by gcc-12
      Given the toolchain gcc-12
      When the executable <program> is built at O2 and run with "--check all"
      Then its results are the host's and the driver launched its kernels
      And the report names ", 0 findings"

      Examples:
        | program                 |
        | 00_zaxpy                |
        | 03_nested_parallel      |
        | 04_generic_mode         |
        | 05_atomics              |
        | 06_critical             |
        | 07_printf               |
        | 08_math                 |
        | 12_tasks                |
        | 14_malloc_struct_intrin |
        | dynamic_schedule        |
        | target_tasks            |
        | sparse_product          |

    Scenario: OpenACC, built by gcc-12-openacc
      Given the toolchain gcc-12-openacc
      When the executable openacc is built at O2 and run with "--check all"
      Then its results are the host's and the driver launched its kernels
      And the report names ", 0 findings"

    Scenario: Fortran, built by gfortran-12
      Given the toolchain gfortran-12
      When the executable stencil is built at O2 and run
      Then its results are the host's and the driver launched its kernels

  @ER-26 @sim
  Rule: Faults of a program are found in it

    Scenario Outline: <fault>, built by gcc-12
      Given the toolchain gcc-12
      When the executable planted_faults is built at O2 and run with "--check <check>"
      Then the report names "<text>"
      And the report names "<kernel>"

      Examples:
        | fault               | check     | text                                       | kernel                  |
        | Race of blocks      | racecheck | race: store of 4 bytes                     | _ZL4racev$_omp_fn$0     |
        | Unset index         | initcheck | an address depends on an uninitialised     | _ZL8anywherePi$_omp_fn$0 |
        | Memory that is kept | leakcheck | in 100 blocks, in 100 threads, were never  | _ZL4keptv$_omp_fn$0     |
