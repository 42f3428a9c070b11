Feature: Malformed device code is refused

  @SD-01
  Rule: Device code that is not well-formed is refused with its source, line and column, and what is wrong there

    Scenario Outline: A statement of a kernel is damaged: <problem>
      Given the PTX module a.ptx:
        """
        .version 7.8
        .target sm_75
        .address_size 64
        .visible .entry k(.param .u64 p)
        {
        .reg .pred %p<2>; .reg .b32 %r<4>; .reg .b64 %rd<4>;
        <statement>
        ret;
        }
        """
      When the modules are assembled for sm_75
      Then a.ptx is rejected at <position> because <problem>

      Examples:
        | statement                | position | problem                                                                 |
        | mov.u32 %r9, 0;          | 7:9      | undeclared register '%r9'                                               |
        | bra nowhere;             | 7:5      | undefined label 'nowhere'                                               |
        | add.s32 %r1, %r2;        | 7:1      | 'add.s32' has 2 operands when it takes 3                                |
        | add.s32 %r1, %p1, 2;     | 7:14     | operand 2 of 'add.s32' is a predicate when it takes a value             |
        | add.s32 %r1, %rd1, 2;    | 7:14     | '%rd1' has 64 bits when it should have 32                               |
        | ld.u32 %r1, [%rd1;       | 7:18     | expected ']', found ';'                                                 |
        | mov.f32 %r1, 0f3F8;      | 7:14     | '0f3F8' is not '0f' and 8 hexadecimal digits                            |
        | call nowhere;            | 7:6      | undeclared function 'nowhere'                                           |
        | /* no end                | 7:1      | the comment has no end                                                  |

    Scenario: The text ends before the kernel does
      Given the PTX module cut.ptx:
        """
        .version 7.8
        .target sm_75
        .entry k() {
        """
      When the modules are assembled for sm_75
      Then cut.ptx is rejected at 3:13 because expected a statement or '}', found the end of the text

  @SD-04
  Rule: A number in device code costs no more memory than the text that states it

    Scenario: Two thousand million registers are declared and two are used
      Given the PTX module wide.ptx:
        """
        .version 7.8
        .target sm_75
        .address_size 64
        .visible .entry k() {
        .reg .b32 %r<2000000000>;
        mov.u32 %r1999999999, 0;
        ret;
        }
        """
      When the modules are assembled for sm_75
      Then they are accepted

    Scenario: An array is larger than any device
      Given the PTX module huge.ptx:
        """
        .version 7.8
        .target sm_75
        .address_size 64
        .visible .global .align 8 .b64 huge[4294967296][4294967296];
        """
      When the modules are assembled for sm_75
      Then huge.ptx is rejected at 4:32 because 'huge' is larger than 2^63 bytes
