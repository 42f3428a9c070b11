Feature: Device images in offload binaries

  @OB-01 @OB-02 @OB-03
  Scenario Outline: Images carry what a linker chooses them by
    When the offload binaries of objects/<file> are read
    Then every one starts with the magic bytes and is of version <version>
    And image <index> is for triple '<triple>' and arch '<arch>'

    Examples:
      | file   | version | index | triple              | arch          |
      | t16.o  | 1       | 0     | x86_64-pc-linux-gnu |               |
      | t22.o  | 1       | 0     | x86_64-pc-linux-gnu | generic       |
      | z16.o  | 1       | 0     | nvptx64-nvidia-cuda | sm_75         |
      | h16.o  | 1       | 0     | amdgcn-amd-amdhsa   | gfx90a:xnack+ |
      | c23.o  | 2       | 1     | nvptx64-nvidia-cuda | sm_90         |
      | p16.bin | 1      | 1     | amdgcn-amd-amdhsa   | gfx90a        |
      | p23.bin | 2      | 0     | nvptx64-nvidia-cuda | sm_70         |

  @OB-05
  Scenario Outline: What LLVM wrote is written back
    When the offload binaries of objects/<file> are read
    Then they are written back byte for byte

    Examples:
      | file    |
      | p16.bin |
      | p19.bin |
      | p22.bin |
      | p23.bin |
      | t15.o   |
      | rq16.o  |
      | h23.o   |
      | exe22   |

  @OB-08
  Scenario Outline: HIP's number changed without a new version
    Given the ABI profile <profile>
    Then offload kind <kind> has number <number>
    And offload kind number 3 means '<three>'

    Examples:
      | profile | kind | number | three       |
      | llvm-15 | hip  | 3      | hip         |
      | llvm-20 | hip  | 3      | hip         |
      | llvm-21 | hip  | 4      | openmp\|cuda |
      | llvm-23 | hip  | 4      | openmp\|cuda |

  @OB-02 @OB-08
  Scenario Outline: An image is packed as the profile says
    Given the ABI profile <profile>
    When a ptx image of kind <kind> for arch 'sm_75' is packed
    Then the offload binary is of version <version> with offload kind <number>

    Examples:
      | profile    | kind   | version | number |
      | documented | openmp | 1       | 1      |
      | llvm-16    | cuda   | 1       | 2      |
      | llvm-22    | openmp | 1       | 1      |
      | llvm-23    | sycl   | 2       | 8      |

  @OB-06
  Scenario Outline: Codes no edition knows are kept
    When the offload binaries of malformed/offload-binary/<file>.bin are read
    Then image 0 has image kind '<kind>' and offload kind '<offload kind>'

    Examples:
      | file            | kind        | offload kind |
      | image-kind-99   | unknown(99) | openmp       |
      | offload-kind-99 | none        | unknown(99)  |

  @OB-09
  Scenario Outline: <file> is packed again
    The order of an image's strings differs between packagers.

    Given the ABI profile <profile>
    When the images of objects/<file> are packed again
    Then the packed bytes are those of objects/<file>

    Examples:
      | profile | file    |
      | llvm-16 | p16.bin |
      | llvm-19 | p19.bin |
      | llvm-22 | p22.bin |
      | llvm-23 | p23.bin |
