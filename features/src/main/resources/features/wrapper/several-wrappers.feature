Feature: Several wrapper objects in one program

  @WR-40
  Scenario Outline: OpenMP and CUDA, each with its own table
    Given the ABI profile <profile>
    When images for nvptx64-nvidia-cuda:sm_90 and nvptx64-nvidia-cuda:sm_75 are wrapped
    And images for cuda nvptx64-nvidia-cuda:sm_90 and nvptx64-nvidia-cuda:sm_75 are wrapped beside them
    Then a program with all of them that bfd links calls
      """
      __tgt_register_lib count=2 entries=0
        image 0 bytes=160 sum=b13c6129 table=1
        image 1 bytes=160 sum=322d0b5b table=1
      __cudaRegisterFatBinary magic=466243b1 version=1 none=0 begin=9fc65fd0
      __cudaRegisterFunction handle &kernel kernel kernel -1 0 0 0 0 0
      __cudaRegisterVar handle &variable variable variable 0 4 0 0
      __cudaRegisterVar handle &variable other other 0 40 0 0
      __cudaRegisterFatBinaryEnd handle
      constructor 102
      main
      __cudaUnregisterFatBinary handle
      destructor 102
      __tgt_unregister_lib count=2 entries=0
        image 0 bytes=160 sum=b13c6129 table=1
        image 1 bytes=160 sum=322d0b5b table=1
      """

    Examples:
      | profile |
      | llvm-15 |
      | llvm-16 |

  @WR-40
  Scenario Outline: OpenMP and CUDA, in one table, from which CUDA takes what is its own
    Given the ABI profile <profile>
    When images for nvptx64-nvidia-cuda:sm_90 and nvptx64-nvidia-cuda:sm_75 are wrapped
    And images for cuda nvptx64-nvidia-cuda:sm_90 and nvptx64-nvidia-cuda:sm_75 are wrapped beside them
    Then a program with all of them that lld links calls
      """
      __tgt_register_lib count=2 entries=11
        image 0 bytes=11 sum=3cdf777a table=1
        image 1 bytes=11 sum=be2da7cb table=1
      __cudaRegisterFatBinary magic=466243b1 version=1 none=0 begin=9fc65fd0
      __cudaRegisterFunction handle &kernel kernel kernel -1 0 0 0 0 0
      __cudaRegisterVar handle &variable variable variable 0 4 0 0
      __cudaRegisterVar handle &variable extern extern 1 8 0 0
      __cudaRegisterVar handle &variable constant constant 0 12 1 0
      __cudaRegisterManagedVar handle &pointer &variable managed 16 4
      __cudaRegisterFatBinaryEnd handle
      constructor 102
      main
      __cudaUnregisterFatBinary handle
      __tgt_unregister_lib count=2 entries=11
        image 0 bytes=11 sum=3cdf777a table=1
        image 1 bytes=11 sum=be2da7cb table=1
      destructor 102
      """

    Examples:
      | profile |
      | llvm-21 |
      | llvm-22 |

  @WR-41
  Scenario Outline: Two of one model, where the dummy is everybody's
    Given the ABI profile <profile>
    When images for nvptx64-nvidia-cuda:sm_90 and nvptx64-nvidia-cuda:sm_75 are wrapped
    Then <linker> links no two of it into a program, since <dummy> is defined twice
    And the kit's own linker links no two of it, since <dummy> is defined twice

    Examples:
      | profile | linker | dummy                          |
      | llvm-14 | bfd    | __dummy.omp_offloading.entry   |
      | llvm-16 | lld    | __dummy.omp_offloading.entry   |
      | llvm-18 | bfd    | __dummy.omp_offloading_entries |

  @WR-41
  Scenario Outline: Two of one model, where the dummy is the object's own
    Given the ABI profile <profile>
    When images for nvptx64-nvidia-cuda:sm_90 and nvptx64-nvidia-cuda:sm_75 are wrapped
    Then <linker> links two of it into a program, which registers twice

    Examples:
      | profile    | linker |
      | documented | bfd    |
      | llvm-19    | bfd    |
      | llvm-22    | lld    |

  @WR-43
  Scenario Outline: LLVM <release> saves a wrapper object for each programming model
    When clang-linker-wrapper of LLVM <release> links OpenMP and HIP images and saves its files
    Then it gives the host linker the wrapper objects program.openmp.image.wrapper.o, program.hip.image.wrapper.o

    Examples:
      | release |
      | 19      |
      | 22      |

  @WR-43
  Scenario: LLVM 16 saves one over the other and links it twice
    When clang-linker-wrapper of LLVM 16 links OpenMP and HIP images and saves its files
    Then it gives the host linker the wrapper objects program.image.wrapper.o, program.image.wrapper.o
