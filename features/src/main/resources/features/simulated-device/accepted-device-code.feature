Feature: Device code of real compilers is read

  @SD-03
  Rule: Every PTX file of the corpus is read, whichever compiler and options made it

    Scenario Outline: <compiler> made <file>
      Given the PTX module <file> of the corpus
      When the modules are assembled for <architecture>
      Then they are accepted

      Examples:
        | file                               | architecture | compiler                                           |
        | omp_00_zaxpy.O2.sm75.ptx           | sm_75        | clang 16 with optimisation                         |
        | omp_00_zaxpy.O0.sm75.ptx         | sm_75        | clang 16 without optimisation                      |
        | omp_06_critical.O2.sm90.ptx      | sm_90        | clang 16 for a newer device                        |
        | omplto_04_generic_mode.O2.sm75.ptx | sm_75      | clang 16 with link-time optimisation               |
        | omp19_00_zaxpy.O2.sm75.ptx       | sm_75        | clang 19 with optimisation                         |
        | omp19_06_critical.O0.sm75.ptx    | sm_75        | clang 19 without optimisation                      |
        | peer_kernels.sm75.ptx            | sm_75        | nvcc 13                                            |

  @SD-02
  Rule: An instruction the kit does not know is kept with its module, and fails only where it is executed

    Scenario: Texture, surface and tensor instructions stand beside others
      Given the PTX module cuda_k_advanced.nvcc.sm90.ptx of the corpus
      When the modules are assembled for sm_90
      Then they are accepted
      And their symbols include
        | wmma_k | pipe | tex | surf | redux |
