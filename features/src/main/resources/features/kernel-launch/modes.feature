Feature: Regions of every execution mode go through every stage

  @KL-10 @KL-14 @sim
  Rule: Nested parallelism gives what the host's gives

    Scenario Outline: Three levels, of which a device executes two, under <profile> with the inputs <inputs>
      Given the ABI profile <profile>
      And the device sim
      When the program nested goes through every stage at O2 with the inputs <inputs>
      Then every result equals the host's bit for bit
      And its kernels ran as 8 teams of 64 threads

      Examples: the device ABI of LLVM 16
        | profile    | inputs  |
        | documented | source  |
        | llvm-15    | counted |
        | llvm-16    | source  |

      Examples: the device ABI of LLVM 19
        | profile | inputs  |
        | llvm-19 | source  |
        | llvm-22 | counted |

  @KL-10 @KL-02 @KL-14 @sim
  Rule: A region that one thread runs wakes the others

    Scenario Outline: generic at <optimization> under <profile> with the inputs <inputs>
      Given the ABI profile <profile>
      And the device sim
      When the program generic goes through every stage at <optimization> with the inputs <inputs>
      Then every result equals the host's bit for bit
      And its kernels ran as 1 team of <threads> threads

      Examples: generic mode, with the extra warp
        | profile    | optimization | inputs | threads |
        | documented | O2-generic   | source | 96      |
        | llvm-15    | O2-generic   | signs  | 96      |
        | llvm-16    | O2-generic   | source | 96      |

      Examples: generic mode, whose extra warp the kernel's own limit takes away, as D60 says
        | profile | optimization | inputs | threads |
        | llvm-19 | O2-generic   | source | 64      |
        | llvm-22 | O2-generic   | signs  | 64      |

      Examples: generic-SPMD
        | profile | optimization | inputs | threads |
        | llvm-15 | O2           | source | 64      |
        | llvm-16 | O2           | signs  | 64      |
        | llvm-19 | O2           | source | 64      |
        | llvm-22 | O2           | signs  | 64      |

  @KL-10 @KL-15 @sim
  Rule: Teams have the memory that the launch adds

    Scenario Outline: staged under <profile> with the inputs <inputs>
      Given the ABI profile <profile>
      And the device sim
      When the program staged goes through every stage at O2 with the inputs <inputs>
      Then every result equals the host's bit for bit
      And its kernels ran as 2 teams of 64 threads

      Examples: the device ABI of LLVM 16
        | profile    | inputs  |
        | documented | source  |
        | llvm-16    | squares |

      Examples: the device ABI of LLVM 19
        | profile | inputs  |
        | llvm-19 | source  |
        | llvm-22 | squares |
