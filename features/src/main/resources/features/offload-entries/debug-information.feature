Feature: What debug information tells the runtime
  With debug information, a compiler passes the source location of each construct and the name of
  each mapped variable.

  @OE-22 @OE-23 @OE-24 @OE-06 @OE-25 @OE-26
  Rule: Every call of the runtime names the place of its construct

    Scenario: The identifier structure that the documents have, its reserved words left to the runtime
      Given the ABI profile documented
      When the program declared is lowered with debug information
      Then its outline has
        | ident flags 0x2 reserved 0 0 0 to ';declared.cpp;main;17;1;;' |
        | ident flags 0x2 reserved 0 0 0 to ';declared.cpp;main;20;1;;' |

    Scenario Outline: The last reserved word holds the length of the text, as D28 says, under <profile>
      Given the ABI profile <profile>
      When the program declared is lowered with debug information
      Then its outline has
        | ident flags 0x2 reserved 0 0 25 to ';declared.cpp;main;17;1;;' |
        | ident flags 0x2 reserved 0 0 25 to ';declared.cpp;main;18;1;;' |
        | ident flags 0x2 reserved 0 0 25 to ';declared.cpp;main;20;1;;' |
        | ident flags 0x2 reserved 0 0 25 to ';declared.cpp;main;28;1;;' |
        | ident flags 0x2 reserved 0 0 25 to ';declared.cpp;main;29;1;;' |

      Examples:
        | profile |
        | llvm-15 |
        | llvm-16 |
        | llvm-19 |
        | llvm-22 |
        | llvm-23 |

    Scenario Outline: Without debug information every place is unknown under <profile>
      Given the ABI profile <profile>
      When the program declared is lowered
      Then its outline has
        | ident flags 0x2 reserved 0 0 <length> to ';unknown;unknown;0;0;;' |
      And its outline has no line with "declared.cpp"

      Examples:
        | profile    | length |
        | documented | 0      |
        | llvm-16    | 22     |
        | llvm-22    | 22     |

  @OE-27 @OE-28
  Rule: Every mapped variable has a name and the place of its declaration

    Scenario: The variable stands in the place of the function, as the documents say
      Given the ABI profile documented
      When the program declared is lowered with debug information
      Then its outline has
        | address relocation 1 to ';declared.cpp;linked;11;5;;'  |
        | address relocation 1 to ';declared.cpp;values;14;12;;' |
        | address relocation 1 to ';declared.cpp;total;7;6;;'    |

    Scenario Outline: The variable stands in the place of the file, as D27 says, under <profile>
      Given the ABI profile <profile>
      When the program declared is lowered with debug information
      Then its outline has
        | address relocation 1 to ';linked;declared.cpp;11;5;;'  |
        | address relocation 1 to ';values;declared.cpp;14;12;;' |
        | address relocation 1 to ';total;declared.cpp;7;6;;'    |

      Examples:
        | profile |
        | llvm-15 |
        | llvm-16 |
        | llvm-19 |
        | llvm-22 |
        | llvm-23 |

    Scenario Outline: Without debug information there are no names under <profile>
      Given the ABI profile <profile>
      When the program declared is lowered
      Then its outline has no line with ";values;"

      Examples:
        | profile    |
        | documented |
        | llvm-16    |
        | llvm-22    |
