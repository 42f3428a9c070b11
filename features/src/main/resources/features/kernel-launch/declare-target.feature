Feature: Programs with declare target variables go through every stage

  @KL-10 @KL-09 @sim
  Scenario Outline: Copies, links and a device's own variable under <profile> with the inputs <inputs>
    Given the ABI profile <profile>
    And the device sim
    When the program declared goes through every stage at O2 with the inputs <inputs>
    Then every result equals the host's bit for bit
    And the device launched 1 kernel of the program

    Examples: the device ABI of LLVM 16
      | profile    | inputs |
      | documented | source |
      | llvm-14    | wide   |
      | llvm-15    | source |
      | llvm-16    | source |
      | llvm-16    | wide   |

    Examples: the device ABI of LLVM 19
      | profile | inputs |
      | llvm-19 | source |
      | llvm-22 | wide   |
