Feature: Programs that read objects read wrapper objects

  @WR-42
  Scenario Outline: <reader> reads a wrapper object for <kind>
    Given the ABI profile <profile>
    When images for <kind> nvptx64-nvidia-cuda:sm_90 and nvptx64-nvidia-cuda:sm_75 are wrapped
    Then <reader> reads all of it without warnings

    Examples:
      | reader          | profile    | kind   |
      | readelf         | documented | openmp |
      | readelf         | llvm-16    | hip    |
      | llvm-readelf-16 | llvm-16    | openmp |
      | llvm-readelf-16 | llvm-16    | cuda   |
      | llvm-readelf-19 | llvm-19    | openmp |
      | llvm-readelf-19 | llvm-19    | hip    |
      | llvm-readelf-22 | llvm-22    | openmp |
      | llvm-readelf-22 | llvm-22    | cuda   |

  @WR-42
  Scenario Outline: <reader> finds the images in a wrapper object
    Given the ABI profile <profile>
    When images for nvptx64-nvidia-cuda:sm_90 and nvptx64-nvidia-cuda:sm_75 are wrapped
    Then <reader> finds the images for sm_90, sm_75

    Examples:
      | reader          | profile |
      | llvm-objdump-16 | llvm-15 |
      | llvm-objdump-16 | llvm-16 |
      | llvm-objdump-19 | llvm-19 |
      | llvm-objdump-22 | llvm-22 |
