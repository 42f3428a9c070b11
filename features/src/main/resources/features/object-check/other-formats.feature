Feature: A check says what it does not judge
  The profiles do not describe these formats, so the check gives no answer.

  @OC-09
  Scenario Outline: <file> is not judged
    When foreign/<file> is checked
    Then it is not checked as <what>

    Examples:
      | file          | what           |
      | empty.obj     | a COFF object  |
      | empty.macho.o | a Mach-O file  |
      | empty.bc      | LLVM bitcode   |

  @OC-09
  Scenario Outline: Of <file>, what lies in sections is judged
    When foreign/<file> is checked
    Then it agrees with exactly llvm-15 llvm-16 llvm-17 llvm-18 llvm-19 llvm-20 llvm-21 llvm-22
    And image 0 belongs to openmp
    And its entries and registration are not checked

    Examples:
      | file            |
      | carrier.i386.o  |
      | carrier.ppc64.o |

  @OC-45
  Scenario: An executable without symbols is judged by its code
    When objects/exe22 without its symbols is checked
    Then it agrees with exactly llvm-21 llvm-22
    And no fault is found

  @OC-67
  Scenario Outline: An executable <without> does not show its artifacts
    When objects/exe22 <without> is checked
    Then it is not checked as an ELF <kind>

    Examples:
      | without                      | kind          |
      | without its section headers  | shared object |
      | without its section contents | executable    |

  @OC-04
  Scenario: A host object of any machine without device code is no artifact
    When foreign/empty.s390x.o is checked
    Then it is no offload artifact
