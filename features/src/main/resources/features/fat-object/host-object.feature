Feature: A fat object is a standard host object
  Tools without support for offloading process a fat object like any object.

  @FO-03
  Scenario Outline: Released compilers make relocatable x86-64 objects
    Given the fat object <object>
    Then the fat object is a relocatable object for x86-64
    And none of its symbols or relocations is in its device code

    Examples:
      | object |
      | t14.o  |
      | t14n.o |
      | t16.o  |
      | tn19.o |
      | cu22.o |
      | h23.o  |

  @FO-03 @FO-04
  Scenario Outline: A host link that knows nothing of offloading leaves the device code out
    Given the fat object <object>
    When it is linked like any host object
    Then the executable has no section <section>
    And the executable defines <symbol>

    Examples:
      | object | section                                            | symbol |
      | t14.o  | __CLANG_OFFLOAD_BUNDLE__openmp-x86_64-pc-linux-gnu | foo    |
      | t16.o  | .llvm.offloading                                   | foo    |
      | t19.o  | .llvm.offloading                                   | foo    |
      | t22.o  | .llvm.offloading                                   | foo    |

  @FO-04
  Scenario Outline: No executable keeps a section that was to be excluded
    Given the fat object <executable>
    Then none of its sections has the exclude flag

    Examples:
      | executable |
      | exe16      |
      | exe19      |
      | exe22      |

  @FO-03 @FO-08
  Scenario Outline: An object that is none of the host's is refused
    Given the fat object t16.o whose byte <offset> is <value>
    Then the fat object is rejected by the rule <rule> at offset <offset>

    Examples:
      | offset | value | rule       |
      | 0x0    | 0x7e  | MAGIC      |
      | 0x4    | 0x01  | CLASS      |
      | 0x5    | 0x02  | BYTE_ORDER |
      | 0x6    | 0x00  | VERSION    |
      | 0x34   | 0x34  | SIZE       |

  @FO-08
  Scenario Outline: An object that was cut short is refused
    Given the fat object t16.o cut to <bytes> bytes
    Then the fat object is rejected by the rule BOUNDS at offset <offset>

    Examples:
      | bytes | offset |
      | 63    | 0x3e   |
      | 4096  | 0x1590 |
      | 7055  | 0x1590 |
