Feature: Malformed offload binaries are refused
  LLVM's readers say "Invalid data was encountered while parsing the file", or crash.

  @OB-01 @OB-04
  Scenario Outline: The broken rule is named at the field that breaks it
    When the offload binaries of malformed/offload-binary/<file>.bin are read
    Then they are rejected by the <rule> rule at offset <offset>

    Examples:
      | file                          | rule      | offset |
      | magic-wrong                   | magic     | 0x0    |
      | version-0                     | version   | 0x4    |
      | version-2-over-version-1      | bounds    | 0x18   |
      | size-0                        | size      | 0x8    |
      | size-36                       | size      | 0x8    |
      | size-past-end                 | bounds    | 0x8    |
      | entry-offset-at-end           | bounds    | 0x10   |
      | entry-offset-huge             | bounds    | 0x10   |
      | entry-offset-unaligned        | alignment | 0x10   |
      | entry-size-0                  | size      | 0x18   |
      | entry-size-huge               | size      | 0x18   |
      | strings-offset-huge           | bounds    | 0x28   |
      | strings-offset-inside-entry   | overlap   | 0x28   |
      | strings-count-huge            | bounds    | 0x30   |
      | image-offset-huge             | bounds    | 0x38   |
      | image-size-huge               | bounds    | 0x40   |
      | key-offset-huge               | bounds    | 0x48   |
      | key-twice                     | unique    | 0x58   |
      | value-not-utf-8               | text      | 0x50   |
      | truncated-to-71               | bounds    | 0x8    |
      | truncated-to-31               | bounds    | 0x8    |
      | gap-between-binaries          | magic     | 0x1e0  |
      | trailing-zeros-8              | magic     | 0x1e0  |
      | trailing-zeros-4              | magic     | 0x1e0  |
      | v2-entries-count-one-too-many | overlap   | 0x28   |
      | v2-entries-count-wraps        | bounds    | 0x18   |
      | v2-value-size-huge            | bounds    | 0x80   |

  @OB-07
  Scenario: A proposed version is refused by its number
    When the offload binaries of malformed/offload-binary/version-3.bin are read
    Then they are rejected by the version rule at offset 0x4
    And the error says 'version is 3, which is proposed but in no release, when it should be 1 or 2'
