Feature: Executables that call functions through pointers to the host's versions

  @IC-01 @IC-34 @ER-01 @ER-15 @ER-16 @sim
  Rule: The device's versions are called, under either runtime

    Scenario: Pointers in an array, and a pointer that is all a region is given; D62 says what differs
      Given the toolchain clang-19
      When the executable function_pointers is built at O2 and run under either runtime
      Then its results are the host's and the driver launched its kernels
      And the driver launched 5 kernels of it
      And the toolchain's runtime and the kit's have mapped and copied differently
        | toolchain                                | kit |
        | 8 bytes in no row copied from the device |     |
        | 8 bytes in no row copied from the device |     |
        | 8 bytes in no row copied from the device |     |
        | 8 bytes in no row copied from the device |     |
