Feature: A check finds what real tools get wrong
  Every faulty file has a correct counterpart. A copy is a real file with the named bytes changed.

  Rule: Every entry lies in a table that is registered once

    @OC-13
    Scenario Outline: <file> was linked by the wrapper of another edition
      No linker reports it; the program ends at its first target region.

      When objects/<file> is checked
      Then a fault unregistered-entries is found in section <section> at offset <offset>
      And it agrees with no profile

      Examples:
        | file     | section                | offset |
        | exe16w22 | omp_offloading_entries | 0x7004 |
        | exe22w16 | llvm_offload_entries   | 0x7008 |

    @OC-13
    Scenario Outline: <file> was linked by the wrapper of its edition
      When objects/<file> is checked
      Then no fault is found

      Examples:
        | file  |
        | exe16 |
        | exe19 |
        | exe22 |

    @OC-13
    Scenario: The registered range ends one entry too early
      Linkers that merge or drop table entries produce different counts on host and device.

      Given a copy of objects/exe16
      And its .rela.dyn row for 0x7d88 is for 0x80c0
      When the copy is checked
      Then a fault unregistered-entries is found in section omp_offloading_entries at offset 0x7060

    @OC-13
    Scenario: The table of a relocatable product is shared with whatever it is linked with
      When objects/rq16.o is checked
      Then a fault shared-table is found in section omp_offloading_entries at offset 0x218

    @OC-13
    Scenario Outline: The table of <file> has a name of its own
      When objects/<file> is checked
      Then no fault shared-table is found

      Examples:
        | file  |
        | r19.o |
        | r22.o |

    @OC-13
    Scenario: A legacy table begins with an entry without address
      Runtimes of LLVM 20 and later read it as a table in the newer layout.

      Given a copy of objects/exe19
      And its .rela.dyn row for 0x8060 is for 0x0
      When the copy is checked
      Then a fault legacy-table-starts-null is found in section omp_offloading_entries at offset 0x7060

    @OC-13
    Scenario: Members of an archive have wrappers that no link takes together
      When an archive of objects/rq16.o and objects/rq16.o is checked
      Then a fault clashing-wrappers is found at offset 0x0

    @OC-13
    Scenario: Members of an archive have wrappers that any link takes together
      When an archive of objects/r22.o and objects/r22.o is checked
      Then no fault clashing-wrappers is found

  Rule: An input is linked once, and a device finds one image

    @OC-14
    Scenario: An archive that is named twice is in the image twice
      When objects/d22.o is checked
      Then a fault input-linked-twice is found in section .llvm.offloading.relocatable at offset 0x3b8

    @OC-14 @OC-44
    Scenario: A relocatable product that is linked again gives a device two images
      When objects/exe22r22 is checked
      Then a fault linked-again is found in section .llvm.offloading at offset 0x2108
      And a fault images-for-one-device is found in section .llvm.offloading at offset 0x5fc8

  Rule: The images define what the host has entries for

    @OC-12
    Scenario: A name in the host's table is in no image
      Given a copy of objects/exe22
      And its bytes at 0x602f are "70"
      When the copy is checked
      Then a fault entry-in-no-image is found in section .llvm.offloading at offset 0x2100

    @OC-12
    Scenario: A variable has another size on the host
      Given a copy of objects/exe22
      And its bytes at 0x70b8 are "08"
      When the copy is checked
      Then a fault entry-size-differs is found in section llvm_offload_entries at offset 0x7098

  Rule: An image is what its strings say, and the runtime loads it

    @OC-10
    Scenario Outline: An image of <file> is for another machine
      Given a copy of objects/<file>
      And its bytes at <offset> are "b7 00"
      When the copy is checked
      Then a fault image-for-other-target is found in section <section> at offset <offset>

      Examples:
        | file  | offset | section          |
        | t16.o | 0x382  | .llvm.offloading |
        | exe22 | 0x2112 | .llvm.offloading |

    @OC-10
    Scenario: A cubin is for another architecture
      Given a copy of objects/z16.o
      And its bytes at 0x969 are "5a"
      When the copy is checked
      Then a fault image-for-other-target is found in section .llvm.offloading at offset 0x938

    @OC-11
    Scenario: A registered image is still a linker's input
      Given a copy of objects/exe22
      And its bytes at 0x2110 are "01"
      When the copy is checked
      Then a fault image-not-linked is found in section .llvm.offloading at offset 0x2100

    @OC-11
    Scenario Outline: Runtimes load an image of CUDA ABI version <version> or say that there is none
      Given the bytes of objects/z16.o from 0x938 to 0x8a80
      And its bytes at 0x8 are "<version>"
      And its bytes at 0x10 are "02"
      And its bytes at 0x30 are "<flags>"
      When the copy is checked
      Then it agrees with exactly <profiles>

      Examples:
        | version | flags       | profiles                                                                                               |
        | 08      | 04 4b 00 06 | documented llvm-14 llvm-15 llvm-16 llvm-17 llvm-21 llvm-22 llvm-23                                     |
        | 07      | 4b 05 4b 00 | documented llvm-14 llvm-15 llvm-16 llvm-17 llvm-18 llvm-19 llvm-20 llvm-21 llvm-22 llvm-23             |
        | 09      | 4b 05 4b 00 | documented llvm-14 llvm-15 llvm-16 llvm-17 llvm-18 llvm-19 llvm-20                                     |

  Rule: Offload kinds and flags are read as the editions write them

    @OB-08 @OC-02
    Scenario: A HIP image with the number that HIP had before LLVM 21
      Given a copy of objects/h22.o
      And its bytes at 0x18a are "03"
      When the copy is checked
      Then it agrees with no profile
      And llvm-22 would have "one without" for fat-object.kind-numbering instead of "a numbering with offload kind 3"

    @OB-08
    Scenario Outline: <file> carries HIP under its edition's number
      When objects/<file> is checked
      Then image 0 belongs to hip
      And no fault is found

      Examples:
        | file  |
        | h15.o |
        | h19.o |
        | h22.o |
        | h23.o |

    @OE-14 @OE-16
    Scenario Outline: <file> has <entry> as <meaning>
      When objects/<file> is checked
      Then entry "<entry>" is "<meaning>" of <size> bytes with flags <flags>

      Examples:
        | file    | entry                                 | meaning             | size | flags |
        | t14.o   | sloc                                  | variable            | 4    | 0x0   |
        | t16.o   | gto                                   | variable            | 4    | 0x0   |
        | t22.o   | glink_decl_tgt_ref_ptr                | variable, link      | 8    | 0x1   |
        | i16.o   | gg_decl_tgt_ref_ptr                   | variable            | 8    | 0x0   |
        | i19.o   | __omp_offloading_fe00_21849c_ifun_l3  | variable, indirect  | 8    | 0x8   |
        | i19.o   |                                       | register-requires   | 0    | 0x10  |
        | i22.o   | .requires                             | register-requires   | 0    | 0x10  |
        | i22.o   | __omp_offloading_fe00_21849c_run_l10  | region              | 0    | 0x0   |
        | cu16.o  | cv                                    | variable            | 4    | 0x0   |
        | cu19.o  | cv                                    | variable, constant  | 4    | 0x10  |
        | cu16.o  | tex                                   | texture             | 4    | 0x3   |
        | cu22.o  | tex                                   | texture, normalized | 4    | 0x23  |
        | cu22.o  | surf                                  | surface             | 4    | 0x2   |
        | h22.o   | mv                                    | managed             | 4    | 0x1   |

    @OE-14
    Scenario Outline: A static variable has no entry in <file>
      When objects/<file> is checked
      Then it has no entry "sloc"

      Examples:
        | file  |
        | t16.o |
        | t19.o |
        | t22.o |
