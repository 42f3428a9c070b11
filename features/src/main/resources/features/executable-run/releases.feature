Feature: Objects, linker wrappers and runtimes of several releases
  A distribution links with one release what another has compiled, and runs it with the runtime of a third. Each cell
  is one combination of LLVM 15, 16, 19 and 22: it gives the results of the host, or it ends as the profiles of the
  three releases say, and a check of the program and its runtime reports why. The runtime of another release is loaded
  under the name that the program was linked with; upstream, all releases have one name.

  @ER-20 @sim
  Rule: A program of several releases works, or its check says why it does not

    Scenario Outline: Objects of <object>, linked by <wrapper>, under the runtime of <runtime>
      LLVM 15 to 19 write and register the same section with entries of 32 bytes. LLVM 19 launches the kernels of earlier
      releases as those with serial code; LLVM 22 converts entries of 32 bytes.

      Given the executable releases of objects of <object>, linked by <wrapper>
      When it is built and run under the runtime of <runtime>
      Then its results are the host's and the driver launched its kernels
      And a check of the program and its runtime reports no error

      Examples:
        | object   | wrapper  | runtime  |
        | clang-15 | clang-15 | clang-15 |
        | clang-16 | clang-15 | clang-15 |
        | clang-15 | clang-16 | clang-15 |
        | clang-16 | clang-16 | clang-15 |
        | clang-15 | clang-19 | clang-15 |
        | clang-16 | clang-19 | clang-15 |
        | clang-15 | clang-15 | clang-16 |
        | clang-16 | clang-15 | clang-16 |
        | clang-15 | clang-16 | clang-16 |
        | clang-16 | clang-16 | clang-16 |
        | clang-15 | clang-19 | clang-16 |
        | clang-16 | clang-19 | clang-16 |
        | clang-15 | clang-15 | clang-19 |
        | clang-16 | clang-15 | clang-19 |
        | clang-19 | clang-15 | clang-19 |
        | clang-15 | clang-16 | clang-19 |
        | clang-16 | clang-16 | clang-19 |
        | clang-19 | clang-16 | clang-19 |
        | clang-15 | clang-19 | clang-19 |
        | clang-16 | clang-19 | clang-19 |
        | clang-19 | clang-19 | clang-19 |
        | clang-19 | clang-19 | clang-22 |
        | clang-22 | clang-22 | clang-22 |

    @OC-13
    Scenario Outline: <wrapper> registers no entries of <object> under the runtime of <runtime>
      Since LLVM 21 the entries are in `llvm_offload_entries`; a linker wrapper registers the section of its own release,
      which is empty. The link reports nothing.

      Given the executable releases of objects of <object>, linked by <wrapper>
      When it is built and run under the runtime of <runtime>
      Then the program ends as CRASH(SIGABRT): "failure of target construct while offloading is mandatory"
      And the report names "does not have a matching target pointer"
      And a check of the program and its runtime reports unregistered-entries

      Examples:
        | object   | wrapper  | runtime  |
        | clang-22 | clang-15 | clang-15 |
        | clang-22 | clang-16 | clang-15 |
        | clang-22 | clang-19 | clang-15 |
        | clang-15 | clang-22 | clang-15 |
        | clang-16 | clang-22 | clang-15 |
        | clang-19 | clang-22 | clang-15 |
        | clang-22 | clang-15 | clang-16 |
        | clang-22 | clang-16 | clang-16 |
        | clang-22 | clang-19 | clang-16 |
        | clang-15 | clang-22 | clang-16 |
        | clang-16 | clang-22 | clang-16 |
        | clang-19 | clang-22 | clang-16 |
        | clang-22 | clang-15 | clang-19 |
        | clang-22 | clang-16 | clang-19 |
        | clang-22 | clang-19 | clang-19 |
        | clang-15 | clang-22 | clang-19 |
        | clang-16 | clang-22 | clang-19 |
        | clang-19 | clang-22 | clang-19 |
        | clang-22 | clang-19 | clang-22 |
        | clang-15 | clang-22 | clang-22 |
        | clang-16 | clang-22 | clang-22 |
        | clang-19 | clang-22 | clang-22 |

    @OC-78
    Scenario Outline: The runtime of <runtime> finds no image of objects of <object>, linked by <wrapper>
      Linker wrappers up to LLVM 17 register an image with the header of its offload binary. LLVM 22 looks for the device
      code at the start of what is registered.

      Given the executable releases of objects of <object>, linked by <wrapper>
      When it is built and run under the runtime of <runtime>
      Then the program ends as CRASH(SIGABRT): "failure of target construct while offloading is mandatory"
      And the report names "No images found compatible with the installed hardware"
      And a check of the program and its runtime reports runtime-of-other-release

      Examples:
        | object   | wrapper  | runtime  |
        | clang-15 | clang-15 | clang-22 |
        | clang-16 | clang-15 | clang-22 |
        | clang-19 | clang-15 | clang-22 |
        | clang-22 | clang-15 | clang-22 |
        | clang-15 | clang-16 | clang-22 |
        | clang-16 | clang-16 | clang-22 |
        | clang-19 | clang-16 | clang-22 |
        | clang-22 | clang-16 | clang-22 |

    @OC-78
    Scenario Outline: The runtime of <runtime> launches kernels of <object>, linked by <wrapper>, in another way
      Kernels up to LLVM 17 state their execution mode in a byte, later ones in a structure, and have one argument more.
      LLVM 15 calls the mode unknown, LLVM 16 leaves out the argument, and LLVM 22 launches a grid of no blocks.

      Given the executable releases of objects of <object>, linked by <wrapper>
      When it is built and run under the runtime of <runtime>
      Then the program ends as CRASH(SIGABRT): "failure of target construct while offloading is mandatory"
      And the report names "<message>"
      And a check of the program and its runtime reports runtime-of-other-release

      Examples:
        | object   | wrapper  | runtime  | message                   |
        | clang-19 | clang-15 | clang-15 | Unknown execution mode: 0 |
        | clang-19 | clang-16 | clang-15 | Unknown execution mode: 0 |
        | clang-19 | clang-19 | clang-15 | Unknown execution mode: 0 |
        | clang-19 | clang-15 | clang-16 | PluginInterface   |
        | clang-19 | clang-16 | clang-16 | PluginInterface   |
        | clang-19 | clang-19 | clang-16 | PluginInterface   |
        | clang-15 | clang-19 | clang-22 | error in cuLaunchKernel   |
        | clang-16 | clang-19 | clang-22 | error in cuLaunchKernel   |

    @OC-78
    Scenario Outline: The runtime of <runtime> misreads the entries of objects of <object>, linked by <wrapper>
      Entries have 56 bytes since LLVM 20. Earlier runtimes read them as entries of 32 bytes: they find no region of that
      address, or read a name from what is no pointer.

      Given the executable releases of objects of <object>, linked by <wrapper>
      When it is built and run under the runtime of <runtime>
      Then the program ends as <end>: "in releases"
      And a check of the program and its runtime reports runtime-of-other-release

      Examples:
        | object   | wrapper  | runtime  | end            |
        | clang-22 | clang-22 | clang-15 | CRASH(SIGABRT) |
        | clang-22 | clang-22 | clang-16 | CRASH(SIGABRT) |
        | clang-22 | clang-22 | clang-19 | CRASH(SIGSEGV) |

    Scenario Outline: An object of <object> and an archive of <archive>, linked and run with <newer>
      Given the executable releases of an object of <object> and an archive of <archive>, linked by <newer>
      When it is built and run under the runtime of <newer>
      Then its results are the host's and the driver launched its kernels
      And a check of the program and its runtime reports no error

      Examples:
        | object   | archive  | newer    |
        | clang-16 | clang-19 | clang-19 |
        | clang-19 | clang-16 | clang-19 |

    @OC-13
    Scenario Outline: <newer> registers the entries of <object> or of the archive of <archive>, not of both
      Given the executable releases of an object of <object> and an archive of <archive>, linked by <newer>
      When it is built and run under the runtime of <newer>
      Then the program ends as CRASH(SIGABRT): "failure of target construct while offloading is mandatory"
      And the report names "does not have a matching target pointer"
      And a check of the program and its runtime reports unregistered-entries

      Examples:
        | object   | archive  | newer    |
        | clang-16 | clang-22 | clang-22 |
        | clang-19 | clang-22 | clang-22 |
        | clang-22 | clang-16 | clang-22 |
        | clang-22 | clang-19 | clang-22 |

    Scenario Outline: Objects of <object>, linked relocatably and run with <other>
      Given the executable releases of objects of <object>, linked relocatably by <other>
      When it is built and run under the runtime of <other>
      Then its results are the host's and the driver launched its kernels
      And a check of the program and its runtime reports no error

      Examples:
        | object   | other    |
        | clang-16 | clang-16 |
        | clang-16 | clang-19 |
        | clang-19 | clang-19 |
        | clang-22 | clang-22 |

    @OC-13 @OC-78
    Scenario Outline: Objects of <object>, linked relocatably by <other>, lack <what> there
      Given the executable releases of objects of <object>, linked relocatably by <other>
      When it is built and run under the runtime of <other>
      Then the program ends as CRASH(SIGABRT): "failure of target construct while offloading is mandatory"
      And a check of the program and its runtime reports <fault>

      Examples:
        | object   | other    | what               | fault                    |
        | clang-19 | clang-16 | an execution mode  | runtime-of-other-release |
        | clang-22 | clang-16 | a registered entry | unregistered-entries     |
        | clang-22 | clang-19 | a registered entry | unregistered-entries     |
        | clang-16 | clang-22 | a registered entry | unregistered-entries     |
        | clang-19 | clang-22 | a registered entry | unregistered-entries     |
