Feature: Damaged tables of offload entries are refused

  @OE-08
  Scenario Outline: A table that is no whole number of entries
    Given the ABI profile <profile>
    When the entry table of <object> is cut to <bytes> bytes and read
    Then the entry table is rejected by the size rule at offset <offset>

    Examples:
      | profile | object | bytes | offset |
      | llvm-16 | t16.o  | 33    | 0x20   |
      | llvm-16 | t16.o  | 127   | 0x60   |
      | llvm-22 | t22.o  | 55    | 0x0    |

  @OE-08
  Scenario: Entries of another edition's layout
    Given the ABI profile llvm-22
    When the offload entries of t16.o are read
    Then there is no table of the profile's entries

  @OE-08
  Scenario Outline: A table whose names are nobody's
    Given the ABI profile <profile>
    When an entry table whose first name is the undefined symbol nobody is read
    Then the entry table is rejected by the index rule at offset <offset>

    Examples:
      | profile    | offset |
      | documented | 0x8    |
      | llvm-16    | 0x8    |
      | llvm-22    | 0x18   |
