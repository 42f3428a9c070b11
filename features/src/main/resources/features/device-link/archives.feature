Feature: Archives on a link line
  The release decides which members of an archive take part in a device link. The rows are the
  members that the clang-linker-wrapper of LLVM 16, 19 and 22 links: lm.o needs a symbol of la.o; no
  object needs lb.o.

  @DL-05
  Scenario Outline: An archive gives what the edition takes from it
    Given the ABI profile <profile>
    And the link line <line>
    When the device input is extracted
    Then the images are, in order, of <images>

    Examples: behind the object that needs it
      | profile | line                           | images                 |
      | llvm-16 | lm16.o, lib.a(la16.o+lb16.o)   | lm16.o, la16.o         |
      | llvm-19 | lm19.o, lib.a(la19.o+lb19.o)   | lm19.o, la19.o         |
      | llvm-22 | lm22.o, lib.a(la22.o+lb22.o)   | lm22.o, la22.o, lb22.o |

    Examples: before the object that needs it; LLVM 16 loses the member
      | profile | line                           | images                 |
      | llvm-16 | lib.a(la16.o+lb16.o), lm16.o   | lm16.o                 |
      | llvm-19 | lib.a(la19.o+lb19.o), lm19.o   | lm19.o, la19.o         |
      | llvm-22 | lib.a(la22.o+lb22.o), lm22.o   | lm22.o, la22.o, lb22.o |

    Examples: alone; nothing is linked
      | profile | line                           | images                 |
      | llvm-16 | lib.a(la16.o+lb16.o)           | none                   |
      | llvm-19 | lib.a(la19.o+lb19.o)           | none                   |
      | llvm-22 | lib.a(la22.o+lb22.o)           | none                   |

    Examples: twice; from LLVM 19 on members are taken twice
      | profile    | line                                               | images                                 |
      | documented | lm16.o, lib.a(la16.o+lb16.o), lib.a(la16.o+lb16.o) | lm16.o, la16.o                         |
      | llvm-16    | lm16.o, lib.a(la16.o+lb16.o), lib.a(la16.o+lb16.o) | lm16.o, la16.o                         |
      | llvm-19    | lm19.o, lib.a(la19.o+lb19.o), lib.a(la19.o+lb19.o) | lm19.o, la19.o, la19.o                 |
      | llvm-22    | lm22.o, lib.a(la22.o+lb22.o), lib.a(la22.o+lb22.o) | lm22.o, la22.o, lb22.o, la22.o, lb22.o |

    Examples: whole; LLVM 16 does not know the option
      | profile | line                                           | images                 |
      | llvm-16 | --whole-archive=lib.a(la16.o+lb16.o), lm16.o   | lm16.o                 |
      | llvm-19 | --whole-archive=lib.a(la19.o+lb19.o), lm19.o   | la19.o, lb19.o, lm19.o |
      | llvm-22 | --whole-archive=lib.a(la22.o+lb22.o), lm22.o   | la22.o, lb22.o, lm22.o |

    Examples: a member that the host can see is taken though nothing needs it
      | profile | line                   | images        |
      | llvm-16 | t16.o, lib.a(i16.o)    | t16.o, i16.o  |
      | llvm-19 | t19.o, lib.a(i19.o)    | t19.o, i19.o  |
      | llvm-22 | t22.o, lib.a(i22.o)    | t22.o, i22.o  |

    Examples: a member for a target no object is for
      | profile | line                   | images        |
      | llvm-16 | t16.o, lib.a(tn16.o)   | t16.o         |
      | llvm-19 | t19.o, lib.a(tn19.o)   | t19.o         |
      | llvm-22 | t22.o, lib.a(tn22.o)   | t22.o         |

  @DL-05
  Scenario: An archive alone gives the images of an arch that is asked for
    Given the ABI profile llvm-22
    And the link line lib.a(la22.o+lb22.o)
    When the device input is extracted, with all that is for generic
    Then the images are, in order, of la22.o, lb22.o
