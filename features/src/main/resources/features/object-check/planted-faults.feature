Feature: A check reports planted faults

  The bench plants faults in real files of clang 15 to 23: a row of corpus/faults is one edit and the
  files it is planted in. The evidence of a scenario has, for each file, the edit, its consequence and
  the verdict of the check.

  @OB-04 @OC-03 @OC-15 @OC-16 @OC-23 @OC-24 @OC-25 @OC-34 @OC-40
  Scenario Outline: Faults that disagree with every release are reported
    Given the fault <fault> of <group>
    When it is planted in its base files and they are checked
    Then its rule is reported at its place in each, as its consequence demands

    Examples:
      | group        | fault                        |
      | disagreement | section-type-progbits        |
      | disagreement | section-type-note            |
      | disagreement | section-type-strtab          |
      | disagreement | section-not-excluded         |
      | disagreement | section-allocated            |
      | disagreement | section-misspelt             |
      | disagreement | section-alignment-1          |
      | disagreement | entries-read-only            |
      | disagreement | entries-not-allocated        |
      | disagreement | entries-executable           |
      | disagreement | entries-excluded             |
      | disagreement | entries-alignment-64         |
      | disagreement | entries-misspelt             |
      | disagreement | entries-of-other-kind        |
      | disagreement | entries-of-later-release     |
      | disagreement | entries-type-nobits          |
      | disagreement | entries-type-note            |
      | disagreement | entries-type-init-array      |
      | disagreement | openmp-flag-unknown          |
      | disagreement | openmp-variable-flag-unknown |
      | disagreement | cuda-flag-unknown            |
      | disagreement | offload-kind-99              |
      | disagreement | offload-kind-none            |
      | disagreement | image-kind-99                |
      | disagreement | binary-version-2-over-1      |
      | disagreement | binary-version-3             |
      | disagreement | entry-version-2              |
      | disagreement | entry-version-0              |
      | disagreement | image-section-type           |

  @OC-03 @OC-12 @OC-16 @OC-20 @OC-21 @OC-22 @OC-24 @OC-25 @OC-26 @OC-27 @OC-34 @OC-52
  Scenario Outline: Faults of offload entries are reported
    Given the fault <fault> of <group>
    When it is planted in its base files and they are checked
    Then its rule is reported at its place in each, as its consequence demands

    Examples:
      | group   | fault                         |
      | entries | region-size                   |
      | entries | variable-size-0               |
      | entries | variable-size-0-unused        |
      | entries | variable-size-half            |
      | entries | variable-size-double          |
      | entries | variable-size-double-unused   |
      | entries | variable-size-negative        |
      | entries | link-size-4                   |
      | entries | link-size-4-unused            |
      | entries | link-flag-lost                |
      | entries | link-flag-on-variable         |
      | entries | region-flag-link              |
      | entries | region-flag-ctor              |
      | entries | region-flag-ctor-19           |
      | entries | region-flag-dtor              |
      | entries | region-flag-dtor-19           |
      | entries | region-flag-indirect          |
      | entries | region-flag-requires          |
      | entries | indirect-flag-lost            |
      | entries | region-address-null           |
      | entries | variable-address-null         |
      | entries | region-name-null              |
      | entries | region-name-beyond            |
      | entries | region-name-later-start       |
      | entries | region-name-misspelt          |
      | entries | variable-name-misspelt        |
      | entries | variable-name-misspelt-unused |
      | entries | region-address-of-variable    |
      | entries | variable-address-of-region    |
      | entries | region-address-shifted        |
      | entries | variable-address-shifted      |
      | entries | address-relocation-32-bit     |
      | entries | two-entries-of-one-name       |
      | entries | region-reserved-word          |
      | entries | region-reserved-word-of-56    |
      | entries | region-data                   |
      | entries | entry-kind-cuda               |
      | entries | entry-kind-99                 |
      | entries | entry-kind-0                  |
      | entries | table-cut-in-entry            |
      | entries | last-entry-dropped            |
      | entries | last-entry-dropped-of-56      |
      | entries | table-emptied                 |
      | entries | relocations-dropped           |
      | entries | entry-symbol-of-other-release |
      | entries | name-of-another-entry         |
      | entries | entry-replaced-by-another     |
      | entries | region-address-undefined      |

  @OB-04 @OC-10 @OC-11 @OC-12 @OC-24 @OC-30 @OC-31 @OC-32 @OC-33 @OC-34 @OC-51
  Scenario Outline: Faults of offload binaries are reported
    Given the fault <fault> of <group>
    When it is planted in its base files and they are checked
    Then its rule is reported at its place in each, as its consequence demands

    Examples:
      | group            | fault                          |
      | offload-binaries | magic                          |
      | offload-binaries | magic-alone                    |
      | offload-binaries | size-0                         |
      | offload-binaries | size-8-more                    |
      | offload-binaries | size-8-less                    |
      | offload-binaries | size-huge                      |
      | offload-binaries | entry-offset-in-header         |
      | offload-binaries | entry-offset-beyond            |
      | offload-binaries | entry-size-0                   |
      | offload-binaries | entry-size-huge                |
      | offload-binaries | image-offset-in-header         |
      | offload-binaries | image-offset-in-strings        |
      | offload-binaries | image-offset-8-more            |
      | offload-binaries | image-offset-beyond            |
      | offload-binaries | image-size-0                   |
      | offload-binaries | image-size-half                |
      | offload-binaries | image-size-beyond              |
      | offload-binaries | image-size-beyond-16           |
      | offload-binaries | strings-offset-beyond          |
      | offload-binaries | strings-offset-in-header       |
      | offload-binaries | string-count-0                 |
      | offload-binaries | string-count-1                 |
      | offload-binaries | string-count-1-without-arch    |
      | offload-binaries | string-count-1-without-triple  |
      | offload-binaries | string-count-huge              |
      | offload-binaries | triple-points-into-image       |
      | offload-binaries | triple-points-beyond           |
      | offload-binaries | key-points-into-image          |
      | offload-binaries | triple-missing                 |
      | offload-binaries | triple-empty                   |
      | offload-binaries | triple-misspelt                |
      | offload-binaries | triple-of-other-machine        |
      | offload-binaries | triple-of-amd                  |
      | offload-binaries | triple-of-host-on-bitcode      |
      | offload-binaries | triple-aarch64                 |
      | offload-binaries | triple-of-foreign-vendor       |
      | offload-binaries | arch-missing                   |
      | offload-binaries | arch-empty                     |
      | offload-binaries | arch-not-of-triple             |
      | offload-binaries | arch-unknown                   |
      | offload-binaries | arch-of-nvidia-on-amd          |
      | offload-binaries | arch-on-cpu                    |
      | offload-binaries | image-kind-bitcode             |
      | offload-binaries | image-kind-cubin               |
      | offload-binaries | image-kind-fatbinary           |
      | offload-binaries | image-kind-ptx                 |
      | offload-binaries | image-kind-none                |
      | offload-binaries | image-kind-object-on-bitcode   |
      | offload-binaries | offload-kind-cuda              |
      | offload-binaries | offload-kind-hip               |
      | offload-binaries | offload-kind-openmp-on-cuda    |
      | offload-binaries | offload-kind-cuda-of-one-image |
      | offload-binaries | offload-kind-hip-of-one-image  |
      | offload-binaries | image-repeated                 |
      | offload-binaries | image-removed                  |
      | offload-binaries | one-of-two-images-removed      |
      | offload-binaries | image-empty                    |
      | offload-binaries | image-of-text                  |
      | offload-binaries | image-of-other-machine         |
      | offload-binaries | image-of-host-object           |

  @OC-10 @OC-11 @OC-12 @OC-32 @OC-35 @OC-36 @OC-56
  Scenario Outline: Faults of device images are reported
    Given the fault <fault> of <group>
    When it is planted in its base files and they are checked
    Then its rule is reported at its place in each, as its consequence demands

    Examples:
      | group  | fault                                     |
      | images | kernel-hidden                             |
      | images | kernel-internal                           |
      | images | kernel-undefined                          |
      | images | kernel-is-data                            |
      | images | kernel-without-type                       |
      | images | kernel-value-shifted                      |
      | images | kernel-value-beyond                       |
      | images | kernel-misspelt                           |
      | images | kernel-in-data                            |
      | images | kernel-absolute                           |
      | images | variable-hidden                           |
      | images | variable-hidden-19                        |
      | images | variable-hidden-unused                    |
      | images | variable-undefined                        |
      | images | variable-is-function                      |
      | images | variable-size-less                        |
      | images | variable-size-more                        |
      | images | variable-size-none                        |
      | images | image-variable-misspelt                   |
      | images | image-variable-misspelt-19                |
      | images | image-variable-misspelt-unused            |
      | images | class-32                                  |
      | images | class-9                                   |
      | images | byte-order-big                            |
      | images | machine-aarch64                           |
      | images | machine-cuda                              |
      | images | machine-amdgpu                            |
      | images | machine-none                              |
      | images | elf-magic                                 |
      | images | type-executable                           |
      | images | type-shared                               |
      | images | os-abi                                    |
      | images | cut-in-half                               |
      | images | symbol-table-type                         |
      | images | text-not-executable                       |
      | images | cubin-machine                             |
      | images | cubin-abi                                 |
      | images | cubin-kernel-is-no-kernel                 |
      | images | cubin-kernel-undefined                    |
      | images | cubin-kernel-misspelt                     |
      | images | cubin-arch                                |
      | images | kernel-renamed                            |
      | images | kernel-misspelt-for-one-arch              |
      | images | kernel-hidden-of-llvm-15                  |
      | images | cubin-refused-by-its-release              |
      | images | kernel-misspelt-for-one-arch-of-a-product |
      | images | ptx-cut-between-statements                |
      | images | ptx-whole                                 |
      | images | ptx-variable-size                         |
      | images | ptx-kernel-renamed                        |

  @OC-10 @OC-20 @OC-30 @OC-32 @OC-35 @OC-50 @OC-51 @OC-52 @OC-53 @OC-54 @OC-55
  Scenario Outline: Faults of bitcode and code objects are reported
    Given the fault <fault> of <group>
    When it is planted in its base files and they are checked
    Then its rule is reported at its place in each, as its consequence demands

    Examples:
      | group                    | fault                                  |
      | bitcode-and-code-objects | bitcode-magic                          |
      | bitcode-and-code-objects | bitcode-cut                            |
      | bitcode-and-code-objects | bitcode-empty                          |
      | bitcode-and-code-objects | bitcode-of-other-arch                  |
      | bitcode-and-code-objects | bitcode-without-kernel-of-one-arch     |
      | bitcode-and-code-objects | bitcode-of-amd-as-nvptx                |
      | bitcode-and-code-objects | bitcode-of-nvptx-as-amd                |
      | bitcode-and-code-objects | bitcode-of-cpu-as-nvptx                |
      | bitcode-and-code-objects | bitcode-of-nvptx-as-cpu                |
      | bitcode-and-code-objects | bitcode-without-kernel                 |
      | bitcode-and-code-objects | bitcode-kernel-misspelt                |
      | bitcode-and-code-objects | bitcode-kernel-misspelt-cpu            |
      | bitcode-and-code-objects | bitcode-environment-misspelt           |
      | bitcode-and-code-objects | bitcode-exec-mode-misspelt             |
      | bitcode-and-code-objects | bitcode-variable-misspelt              |
      | bitcode-and-code-objects | bitcode-metadata-misspelt              |
      | bitcode-and-code-objects | bitcode-symbol-table-lost              |
      | bitcode-and-code-objects | bitcode-swapped-between-archs          |
      | bitcode-and-code-objects | defined-twice                          |
      | bitcode-and-code-objects | defined-twice-in-lto                   |
      | bitcode-and-code-objects | weak-defined-twice-in-lto              |
      | bitcode-and-code-objects | bitcode-variable-size                  |
      | bitcode-and-code-objects | bitcode-region-misspelt                |
      | bitcode-and-code-objects | bitcode-region-named-as-variable       |
      | bitcode-and-code-objects | bitcode-region-without-entry           |
      | bitcode-and-code-objects | bitcode-kernel-renamed                 |
      | bitcode-and-code-objects | bitcode-variable-renamed               |
      | bitcode-and-code-objects | bitcode-epoch                          |
      | bitcode-and-code-objects | bitcode-data-layout-16                 |
      | bitcode-and-code-objects | bitcode-data-layout-22                 |
      | bitcode-and-code-objects | bitcode-data-layout-lost               |
      | bitcode-and-code-objects | bitcode-data-layout-of-24-bit-pointers |
      | bitcode-and-code-objects | bitcode-kernel-convention              |
      | bitcode-and-code-objects | bitcode-symbol-name-record             |
      | bitcode-and-code-objects | bitcode-entry-of-internal-variable     |
      | bitcode-and-code-objects | code-object-machine                    |
      | bitcode-and-code-objects | code-object-type                       |
      | bitcode-and-code-objects | code-object-version-2                  |
      | bitcode-and-code-objects | code-object-version-9                  |
      | bitcode-and-code-objects | code-object-os-abi                     |
      | bitcode-and-code-objects | code-object-processor                  |
      | bitcode-and-code-objects | code-object-arch                       |
      | bitcode-and-code-objects | code-object-xnack                      |
      | bitcode-and-code-objects | code-object-descriptor-undefined       |
      | bitcode-and-code-objects | code-object-descriptor-hidden          |
      | bitcode-and-code-objects | code-object-descriptor-size            |
      | bitcode-and-code-objects | code-object-descriptor-misspelt        |
      | bitcode-and-code-objects | code-object-descriptor-moved           |
      | bitcode-and-code-objects | code-object-descriptor-elsewhere       |
      | bitcode-and-code-objects | code-object-entry-offset               |
      | bitcode-and-code-objects | code-object-argument-size              |
      | bitcode-and-code-objects | code-object-note-type                  |
      | bitcode-and-code-objects | code-object-metadata-bytes             |
      | bitcode-and-code-objects | code-object-note-size                  |
      | bitcode-and-code-objects | code-object-metadata-target            |
      | bitcode-and-code-objects | code-object-metadata-kernels           |
      | bitcode-and-code-objects | code-object-metadata-symbol            |
      | bitcode-and-code-objects | code-object-metadata-size              |

  @OC-08 @OC-10 @OC-11 @OC-13 @OC-14 @OC-17 @OC-21 @OC-32 @OC-35 @OC-36 @OC-37 @OC-38 @OC-39 @OC-40 @OC-41 @OC-42 @OC-43 @RG-01 @WR-03
  Scenario Outline: Faults of registrations are reported
    Given the fault <fault> of <group>
    When it is planted in its base files and they are checked
    Then its rule is reported at its place in each, as its consequence demands

    Examples:
      | group        | fault                               |
      | registration | input-linked-twice                  |
      | registration | product-of-relocatable-link         |
      | registration | linked-beside-unlinked              |
      | registration | linked-beside-unlinked-16           |
      | registration | shared-table                        |
      | registration | linked-by-other-release             |
      | registration | image-registered-twice-in-one-table |
      | registration | library-is-not-unregistered         |
      | registration | program-is-not-unregistered         |
      | registration | descriptor-argument                 |
      | registration | image-not-registered                |
      | registration | two-images-of-one-device            |
      | registration | table-starts-null                   |
      | registration | registered-image-not-linked         |
      | registration | registered-image-without-segments   |
      | registration | registered-image-machine            |
      | registration | registered-kernel-misspelt          |
      | registration | registered-kernel-hidden            |
      | registration | registered-variable-hidden          |
      | registration | registered-kernel-undefined         |
      | registration | registered-magic                    |
      | registration | cubin-exec-mode                     |
      | registration | cubin-of-cuda-13-registered         |
      | registration | fat-binary-of-nothing               |
      | registration | image-of-ptx-zeroed                 |
      | registration | image-count-0                       |
      | registration | image-count-2                       |
      | registration | image-count-huge                    |
      | registration | images-null                         |
      | registration | images-beyond                       |
      | registration | images-late                         |
      | registration | entries-begin-null                  |
      | registration | entries-begin-late                  |
      | registration | entries-begin-misaligned            |
      | registration | entries-end-null                    |
      | registration | entries-end-early                   |
      | registration | entries-end-late                    |
      | registration | entries-swapped                     |
      | registration | image-start-null                    |
      | registration | image-start-late                    |
      | registration | image-end-null                      |
      | registration | image-end-early                     |
      | registration | image-end-is-start                  |
      | registration | image-end-late                      |
      | registration | image-bounds-swapped                |
      | registration | image-entries-begin-null            |
      | registration | image-entries-begin-late            |
      | registration | image-entries-end-null              |
      | registration | image-entries-end-early             |
      | registration | constructor-not-called-16           |
      | registration | constructor-not-called              |
      | registration | constructor-called-twice-16         |
      | registration | constructor-called-twice            |
      | registration | constructor-null                    |
      | registration | constructor-empty                   |
      | registration | wrapper-image-count-0               |
      | registration | wrapper-image-count-3               |
      | registration | wrapper-images-null                 |
      | registration | wrapper-entries-begin-null          |
      | registration | wrapper-entries-end-is-begin        |
      | registration | wrapper-entries-swapped             |
      | registration | wrapper-image-start-null            |
      | registration | wrapper-image-end-early             |
      | registration | wrapper-constructor-lost            |
      | registration | wrapper-constructor-empty           |

  @DC-03 @DC-06 @DC-08 @DC-11 @DC-12 @DC-14 @FO-08 @OC-03 @OC-15 @OC-60 @OC-61 @OC-62 @OC-63 @OC-64 @OC-65 @OC-66 @OC-70 @OC-71 @OC-72
  Scenario Outline: Faults of modules are reported
    Given the fault <fault> of <group>
    When it is planted in its base files and they are checked
    Then its rule is reported at its place in each, as its consequence demands

    Examples:
      | group   | fault                      |
      | modules | kernel-misspelt            |
      | modules | kernel-misspelt-22         |
      | modules | kernel-internal            |
      | modules | kernel-internal-22         |
      | modules | kernel-hidden              |
      | modules | exec-mode-missing          |
      | modules | exec-mode-impossible       |
      | modules | exec-mode-0                |
      | modules | kernel-environment-missing |
      | modules | kernel-environment-mode    |
      | modules | dyn-ptr-missing            |
      | modules | kernel-no-annotation       |
      | modules | kernel-no-convention       |
      | modules | variable-misspelt          |
      | modules | variable-wider             |
      | modules | variable-array             |
      | modules | variable-hidden            |
      | modules | variable-preemptible       |
      | modules | variable-internal          |
      | modules | variable-is-function       |
      | modules | link-pointer-missing       |
      | modules | triple-misspelt            |
      | modules | triple-of-host             |
      | modules | triple-missing             |
      | modules | data-layout-of-host        |
      | modules | host-entry-lost            |
      | modules | host-variable-entry-lost   |
      | modules | host-variable-size         |
      | modules | host-region-size           |
      | modules | host-entries-misspelt      |
      | modules | host-section-misspelt      |
      | modules | host-section-misspelt-22   |
      | modules | host-entry-alignment       |
      | modules | host-entry-alignment-19    |
      | modules | host-entry-alignment-22    |
      | modules | host-link-flag             |
      | modules | ptx-kernel-misspelt        |
      | modules | ptx-exec-mode-missing      |
      | modules | ptx-exec-mode-impossible   |
      | modules | ptx-variable-misspelt      |
      | modules | ptx-variable-wider         |
      | modules | ptx-cut                    |
      | modules | ptx-cut-in-function        |
      | modules | ptx-no-target              |
      | modules | ptx-no-version             |
      | modules | ptx-address-size-32        |
      | modules | entries-on-device          |
      | modules | extra-export               |
      | modules | runtime-left-out           |
      | modules | row-lost                   |
      | modules | row-order                  |
      | modules | row-repeated-number        |
      | modules | row-removed                |
      | modules | kernel-parameter-lost-16   |
      | modules | vendor-library-incomplete  |
      | modules | runtime-incomplete         |
      | modules | launched-by-other-release  |

  @OC-13 @OC-29 @OC-44
  Scenario Outline: Faults of files that do not belong together are reported
    Given the fault <fault> of <group>
    When it is planted in its base files and they are checked
    Then its rule is reported at its place in each, as its consequence demands

    Examples:
      | group        | fault                    |
      | mixed-inputs | clashing-wrappers        |
      | mixed-inputs | entry-layouts            |
      | mixed-inputs | relocatable-linked-again |
