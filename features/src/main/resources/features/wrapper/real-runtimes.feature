Feature: Programs with the kit's wrapper objects run under released runtimes
  A released compiler generates the host object and the image; the kit wraps the image; the system's
  linker links the program, which then runs with the compiler's own libomptarget. A run on the host
  does not pass: the policy is MANDATORY, and the region's result shows where it ran.

  @WR-05 @WR-25 @WR-39
  Scenario Outline: A target region under libomptarget of <toolchain>, linked by ld.<linker>
    Given the compiler and the runtime of <toolchain>
    When it compiles target-region.cpp for the machine's processor
    And the kit wraps its image, linked by gcc
    Then the program that <linker> links with it prints "device: 135" under that runtime

    Examples:
      | toolchain | linker |
      | clang-16  | bfd    |
      | clang-16  | lld    |
      | clang-19  | bfd    |
      | clang-22  | bfd    |
      | clang-19  | lld    |
      | clang-22  | lld    |
