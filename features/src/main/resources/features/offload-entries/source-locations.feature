Feature: Source locations of constructs
  Compilers pass the source location of a construct to the runtime as one string.

  @OE-06
  Scenario Outline: The text names file, function, line and column
    When the source location '<text>' is read
    Then it names file '<file>', function '<function>', line <line> and column <column>
    And it is written as '<text>'

    Examples:
      | text                        | file      | function | line | column |
      | ;zaxpy.cpp;zaxpy;5;1;;      | zaxpy.cpp | zaxpy    | 5    | 1      |
      | ;unknown;unknown;0;0;;      | unknown   | unknown  | 0    | 0      |
      | ;odd;name.cpp;main;12;3;;   | odd;name.cpp | main  | 12   | 3      |

  @OE-06
  Scenario Outline: Another text is no source location
    When the source location '<text>' is read
    Then it is no source location

    Examples:
      | text              |
      | zaxpy.cpp:5:1     |
      | ;a;b;x;1;;        |
      | ;a;b;1;1          |
