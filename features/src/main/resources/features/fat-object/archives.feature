Feature: Archives of fat objects
  Static libraries contain fat objects, and archivers treat them like any object.

  @FO-07
  Scenario Outline: Each member is given back as it was
    Given the archive <archive>
    Then its members are t16.o, t19.o, byte for byte
    And the archive is written back byte for byte

    Examples:
      | archive    |
      | libt.a     |
      | libthin.a  |

  @FO-07
  Scenario: An archive is made of fat objects
    When t16.o, t22.o, cu22.o are put in an archive
    Then its members are t16.o, t22.o, cu22.o, byte for byte
    And its symbol table leads from gto to t16.o
    And its symbol table leads from _Z1hPi to cu22.o

  @FO-07
  Scenario: A member's name is longer than its header
    When t16.o is put in an archive under a name of 200 letters
    Then its only member has a name of 200 letters

  @FO-07 @FO-08
  Scenario: A thin archive's file is missing
    Given the archive libthin.a without its files
    Then the archive is rejected by the rule REFERENCE

  @FO-08
  Scenario Outline: A damaged archive is refused
    Given the archive libt.a whose byte <offset> is <value>
    Then the archive is rejected by the rule <rule>

    Examples:
      | offset | value | rule  |
      | 0x2    | 0x00  | MAGIC |
      | 0x42   | 0x00  | MAGIC |
      | 0x38   | 0x2d  | TEXT  |
      | 0x44   | 0xff  | BOUNDS |
