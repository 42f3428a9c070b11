Feature: What compilers embed in a host's module

  @FO-14
  Scenario Outline: clang <release> embeds what the packager wrote as a constant of the host's module
    When clang <release> embeds p16.bin in a module of the host
    Then the module embeds llvm.embedded.object in section .llvm.offloading
    And llvm.embedded.object is a private constant in section .llvm.offloading with the bytes of the file

    Examples:
      | release |
      | 15      |
      | 16      |
      | 19      |
      | 22      |

  @FO-21
  Scenario Outline: clang <release> embeds <kind> for <target> with "<options>"
    When clang <release> compiles t.c for <target> with "<options>"
    Then what it embedded is an image of kind <kind>

    Examples: a target that is linked as bitcode only
      | release | target                   | options       | kind    |
      | 16      | amdgcn-amd-amdhsa:gfx90a |               | bitcode |
      | 19      | amdgcn-amd-amdhsa:gfx90a |               | bitcode |
      | 22      | amdgcn-amd-amdhsa:gfx90a |               | bitcode |

    Examples: a target that has relocatable objects
      | release | target                   | options       | kind    |
      | 16      | x86_64-pc-linux-gnu      |               | object  |
      | 16      | x86_64-pc-linux-gnu      | -foffload-lto | bitcode |
      | 22      | x86_64-pc-linux-gnu      |               | object  |
      | 22      | x86_64-pc-linux-gnu      | -foffload-lto | bitcode |
