Feature: What wrapper objects call
  Linked into a program whose runtime prints the arguments of its calls, and run. The program has an
  entry of every type and with every flag, each with a size of its own. The checksums are FNV-1a,
  computed from the output of clang-offload-packager 16 for the same images.

  @WR-05 @WR-25 @WR-30 @WR-32
  Scenario Outline: OpenMP images are registered before main, and unregistered by a destructor
    Given the ABI profile <profile>
    When images for nvptx64-nvidia-cuda:sm_90 and nvptx64-nvidia-cuda:sm_75 are wrapped
    Then a program with it that <linker> links calls
      """
      __tgt_register_lib count=2 entries=11
        image 0 bytes=<bytes> sum=<first> table=1
        image 1 bytes=<bytes> sum=<second> table=1
      constructor 102
      main
      destructor 102
      __tgt_unregister_lib count=2 entries=11
        image 0 bytes=<bytes> sum=<first> table=1
        image 1 bytes=<bytes> sum=<second> table=1
      """

    Examples: What is registered is the image, or the offload binary around it
      | profile    | linker | bytes | first    | second   |
      | documented | bfd    | 11    | 3cdf777a | be2da7cb |
      | llvm-14    | lld    | 11    | 3cdf777a | be2da7cb |
      | llvm-15    | bfd    | 160   | b13c6129 | 322d0b5b |
      | llvm-17    | lld    | 160   | b13c6129 | 322d0b5b |
      | llvm-18    | bfd    | 11    | 3cdf777a | be2da7cb |

  @WR-05 @WR-07 @WR-25 @WR-32
  Scenario Outline: OpenMP images are registered before main, and unregistered by atexit
    Given the ABI profile <profile>
    When images for nvptx64-nvidia-cuda:sm_90 and nvptx64-nvidia-cuda:sm_75 are wrapped
    Then a program with it that <linker> links calls
      """
      __tgt_register_lib count=2 entries=11
        image 0 bytes=11 sum=3cdf777a table=1
        image 1 bytes=11 sum=be2da7cb table=1
      constructor 102
      main
      __tgt_unregister_lib count=2 entries=11
        image 0 bytes=11 sum=3cdf777a table=1
        image 1 bytes=11 sum=be2da7cb table=1
      destructor 102
      """

    Examples:
      | profile | linker |
      | llvm-20 | lld    |
      | llvm-21 | bfd    |
      | llvm-23 | lld    |

  @WR-31
  Scenario: LLVM 15 passes no flags on, and takes flags for types
    Given the ABI profile llvm-15
    When images for cuda nvptx64-nvidia-cuda:sm_90 and nvptx64-nvidia-cuda:sm_75 are wrapped
    Then a program with it that bfd links calls
      """
      __cudaRegisterFatBinary magic=466243b1 version=1 none=0 begin=9fc65fd0
      __cudaRegisterFunction handle &kernel kernel kernel -1 0 0 0 0 0
      __cudaRegisterVar handle &variable variable variable 0 4 0 0
      __cudaRegisterVar handle &variable other other 0 40 0 0
      __cudaRegisterFatBinaryEnd handle
      constructor 102
      main
      __cudaUnregisterFatBinary handle
      destructor 102
      """

  @WR-31
  Scenario: LLVM 18 passes flags on, and registers textures with HIP
    Given the ABI profile llvm-18
    When images for hip amdgcn-amd-amdhsa:gfx90a and amdgcn-amd-amdhsa:gfx908 are wrapped
    Then a program with it that lld links calls
      """
      __hipRegisterFatBinary magic=48495046 version=1 none=0 begin=18e6ff51
      __hipRegisterFunction handle &kernel kernel kernel -1 0 0 0 0 0
      __hipRegisterVar handle &variable variable variable 0 4 0 0
      __hipRegisterVar handle &variable extern extern 1 8 0 0
      __hipRegisterVar handle &variable constant constant 0 12 1 0
      __hipRegisterSurface handle &variable surface surface 2 0
      __hipRegisterTexture handle &variable texture texture 3 0 0
      __hipRegisterTexture handle &variable normalized normalized 1 1 0
      __hipRegisterTexture handle &variable normalized extern normalized extern 2 1 1
      __hipRegisterVar handle &variable other other 0 40 0 0
      constructor 102
      main
      __hipUnregisterFatBinary handle
      destructor 102
      """

  @WR-31
  Scenario Outline: LLVM 20 and later ask for an entry's kind, and register managed variables
    Given the ABI profile <profile>
    When images for hip amdgcn-amd-amdhsa:gfx90a and amdgcn-amd-amdhsa:gfx908 are wrapped
    Then a program with it that <linker> links calls
      """
      __hipRegisterFatBinary magic=48495046 version=1 none=0 begin=18e6ff51
      __hipRegisterFunction handle &kernel kernel kernel -1 0 0 0 0 0
      __hipRegisterVar handle &variable variable variable 0 4 0 0
      __hipRegisterVar handle &variable extern extern 1 8 0 0
      __hipRegisterVar handle &variable constant constant 0 12 1 0
      __hipRegisterManagedVar handle &pointer &variable managed 16 4
      __hipRegisterSurface handle &variable surface surface 2 0
      __hipRegisterTexture handle &variable texture texture 3 0 0
      __hipRegisterTexture handle &variable normalized normalized 1 1 0
      __hipRegisterTexture handle &variable normalized extern normalized extern 2 1 1
      constructor 102
      main
      __hipUnregisterFatBinary handle
      destructor 102
      """

    Examples:
      | profile | linker |
      | llvm-20 | bfd    |
      | llvm-23 | lld    |
