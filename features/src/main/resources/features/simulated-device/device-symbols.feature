Feature: Device modules are joined by their symbols

  @SD-05
  Rule: Of several definitions of a device symbol a strong one stands against all others, the largest common one against weak ones, and the first of several weak ones

    Scenario Outline: <first> meets <second>
      Given the PTX module a.ptx that defines a variable by "<first>"
      And the PTX module b.ptx that defines a variable by "<second>"
      When the modules are linked for sm_75
      Then the program has the variable v of <size> bytes

      Examples:
        | first                        | second                       | size |
        | .weak .global .b8 v[4];      | .visible .global .b8 v[8];   | 8    |
        | .visible .global .b8 v[4];   | .weak .global .b8 v[8];      | 4    |
        | .common .global .b8 v[4];    | .visible .global .b8 v[2];   | 2    |
        | .common .global .b8 v[4];    | .common .global .b8 v[8];    | 8    |
        | .weak .global .b8 v[8];      | .common .global .b8 v[4];    | 4    |
        | .weak .global .b8 v[4];      | .weak .global .b8 v[8];      | 4    |

  @SD-06
  Rule: Two strong definitions of a device symbol are refused, and both positions are named

    Scenario: Two modules define the same variable
      Given the PTX module a.ptx that defines a variable by ".visible .global .b32 v;"
      And the PTX module b.ptx that defines a variable by ".visible .global .b32 v;"
      When the modules are linked for sm_75
      Then b.ptx is rejected at 4:23 because 'v' is defined twice, first at a.ptx:4:23

  @SD-07
  Rule: A device symbol that is used but not defined is refused where it is first used

    Scenario: A kernel calls a function that no module has
      Given the PTX module a.ptx:
        """
        .version 7.8
        .target sm_75
        .address_size 64
        .extern .func missing();
        .extern .func unused();
        .visible .entry k() {
        call missing;
        call missing;
        ret;
        }
        """
      When the modules are linked for sm_75
      Then a.ptx is rejected at 7:1 because 'missing' is used but not defined

  @SD-08
  Rule: A declaration of a device symbol that disagrees with its definition is refused, and both positions are named

    Scenario: A variable is declared in another state space
      Given the PTX module a.ptx that defines a variable by ".extern .global .b32 v;"
      And the PTX module b.ptx that defines a variable by ".visible .const .b32 v;"
      When the modules are linked for sm_75
      Then a.ptx is rejected at 4:22 because 'v' is declared with 4 bytes in .global when it has 4 in .const at b.ptx:4:22

  @SD-09
  Rule: Names without linkage stay their module's own when modules are joined

    Scenario: Two programs bring their own copy of the device runtime
      Given the PTX module omp_00_zaxpy.O0.sm75.ptx of the corpus
      And the PTX module omp_04_generic_mode.O0.sm75.ptx of the corpus
      When the modules are linked for sm_75
      Then they are accepted
