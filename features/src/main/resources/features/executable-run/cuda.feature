Feature: CUDA programs that clang builds run on the emulated GPU with the kit's CUDA runtime

  @ER-25 @sim
  Rule: Host code launches, copies and queries what the compiler or the linker wrapper registered

    Scenario Outline: <program>, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable <program> is built at O2 and run with "--check all"
      Then its results are the host's and the driver launched its kernels
      And the report names ", 0 findings"

      Examples: Registered by the compiler
        | program          | toolchain     |
        | cuda_launches    | clang-16-cuda |
        | cuda_launches    | clang-19-cuda |
        | cuda_launches    | clang-22-cuda |
        | cuda_library     | clang-16-cuda |
        | cuda_library     | clang-19-cuda |
        | cuda_library     | clang-22-cuda |
        | cuda_memory      | clang-22-cuda |
        | cuda_streams     | clang-19-cuda |
        | cuda_own_streams | clang-19-cuda |

      Examples: Registered by the linker wrapper
        | program              | toolchain     |
        | cuda_linked_launches | clang-16-cuda |
        | cuda_linked_launches | clang-19-cuda |
        | cuda_linked_launches | clang-22-cuda |
        | cuda_units           | clang-16-cuda |
        | cuda_units           | clang-19-cuda |
        | cuda_units           | clang-22-cuda |

  @ER-27 @sim
  Rule: A graph executes at each launch, and a call that a capture does not permit invalidates it

    Scenario Outline: Captured and explicit graphs, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable cuda_graphs is built at O2 and run with "--check all"
      Then its results are the host's and the driver launched its kernels
      And the report names "15 launches of 2 kernels"
      And the report names ", 0 findings"

      Examples:
        | toolchain     |
        | clang-16-cuda |
        | clang-19-cuda |
        | clang-22-cuda |

  @ER-28 @sim
  Rule: A texture fetch has the value that the programming guide defines, and a surface access reaches its element

    Scenario Outline: Textures and surfaces of arrays and of memory, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable cuda_textures is built at O2 and run with "--check all"
      Then its results are the host's and the driver launched its kernels
      And the report names "24 launches of 10 kernels"
      And the report names ", 0 findings"

      Examples:
        | toolchain     |
        | clang-16-cuda |
        | clang-19-cuda |
        | clang-22-cuda |

  @ER-29 @sim
  Rule: A kernel launches kernels, and a launch that is not permitted is reported

    Scenario Outline: Recursion, memory of the heap, streams and a tail launch, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable cuda_nested is built at O2 and run with "--check all"
      Then its results are the host's and the driver launched its kernels
      And the report names ", 0 findings"

      Examples:
        | toolchain     |
        | clang-16-cuda |
        | clang-19-cuda |
        | clang-22-cuda |

    Scenario: A block with too many threads
      Given the toolchain clang-19-cuda
      When the executable cuda_nested_failing is built at O2 and run
      Then its results are the host's and the driver launched its kernels
      And the report names "returns cudaErrorInvalidConfiguration: block is (2048, 1, 1)"

  @SD-34 @sim
  Rule: A thread that has waited for a bulk copy sees what the copy has written

    Scenario Outline: Bulk copies in both directions and bulk reductions, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable cuda_bulk_copies is built at O2 and run with "--device h200 --check all"
      Then its results are the host's and the driver launched its kernels
      And the report names "3 launches of 3 kernels"
      And the report names ", 0 findings"

      Examples:
        | toolchain     |
        | clang-19-cuda |
        | clang-22-cuda |

    Scenario Outline: <fault> is reported
      Given the toolchain clang-19-cuda
      When the executable <program> is built at O2 and run with "--device h200 --check all"
      Then the report names "<finding>"

      Examples:
        | fault                             | program                   | finding                             |
        | A load before the wait            | cuda_bulk_copies_unwaited | bulk copy                           |
        | A copy that no proxy fence orders | cuda_bulk_copies_unfenced | bulk copy without fence.proxy.async |

  @SD-35 @sim
  Rule: A copy of a box of a tensor reads and writes the elements that the tensor has, and no others

    Scenario Outline: Boxes of matrices and volumes, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable cuda_tensor_copies is built at O2 and run with "--device h200 --check all"
      Then its results are the host's and the driver launched its kernels
      And the report names "<launches>"
      And the report names ", 0 findings"

      Examples:
        | toolchain     | launches                |
        | clang-19-cuda | 4 launches of 4 kernels |
        | clang-22-cuda | 5 launches of 5 kernels |

    Scenario Outline: <fault> is reported
      Given the toolchain clang-19-cuda
      When the executable <program> is built at O2 and run with "--device h200 --check all"
      Then the report names "<finding>"

      Examples:
        | fault                             | program                     | finding                             |
        | A load before the wait            | cuda_tensor_copies_unwaited | bulk copy                           |
        | A copy that no proxy fence orders | cuda_tensor_copies_unfenced | bulk copy without fence.proxy.async |
        | A tensor that exceeds its memory  | cuda_tensor_copies_overrun  | load of 16 bytes at                 |

  @SD-37 @sim
  Rule: A product in tensor memory is complete for a thread that has waited for its commit

    Scenario: Factors in stages of shared memory and in tensor memory
      Given the toolchain clang-22-cuda
      When the executable cuda_tensor_memory is built at O2 and run with "--device b200 --check all"
      Then its results are the host's and the driver launched its kernels
      And the report names "2 launches of 2 kernels on the simulated GPU (b200), 0 findings"

    Scenario Outline: <fault> is reported
      Given the toolchain clang-22-cuda
      When the executable <program> is built at O2 and run with "--device b200 --check all"
      Then the report names "<finding>"

      Examples:
        | fault                                | program                        | finding                                                       |
        | A product that no proxy fence orders | cuda_tensor_memory_unfenced    | matrix product without fence.proxy.async                      |
        | A load of a sum before the wait      | cuda_tensor_memory_unwaited    | column 0 of tensor memory races with a pending matrix product |
        | A store to a factor before the wait  | cuda_tensor_memory_overwritten | (32768 bytes) races with a pending matrix product             |
        | Tensor memory that is left allocated | cuda_tensor_memory_unreleased  | CTA ends with allocated columns 0 to 31 of tensor memory      |

  @SD-36 @sim
  Rule: A thread that has waited for a product of its warpgroup has its elements in the documented registers

    Scenario Outline: Factors in swizzled shared memory and in registers, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable cuda_warpgroup_matrix is built at O2 and run with "--device h200 --check all"
      Then its results are the host's and the driver launched its kernels
      And the report names "3 launches of 3 kernels"
      And the report names ", 0 findings"

      Examples:
        | toolchain     |
        | clang-19-cuda |
        | clang-22-cuda |

    Scenario Outline: <fault> is reported
      Given the toolchain clang-19-cuda
      When the executable <program> is built at O2 and run with "--device h200 --check all"
      Then the report names "<finding>"

      Examples:
        | fault                                | program                         | finding                                  |
        | A product that no proxy fence orders | cuda_warpgroup_matrix_unfenced  | matrix product without fence.proxy.async |
        | A store to a factor before the wait  | cuda_warpgroup_matrix_unwaited  | races with a pending matrix product      |
        | A warp that takes no part            | cuda_warpgroup_matrix_divergent | for all threads of the warpgroup         |

  @ER-30 @sim
  Rule: A kernel of a library that is loaded without a context runs in the context of its launch

    Scenario Outline: Libraries of PTX text in two contexts, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable cuda_libraries is built at O2 and run with "--check all"
      Then its results are the host's and the driver launched its kernels
      And the report names "5 launches of 2 kernels"
      And the report names ", 0 findings"

      Examples:
        | toolchain     |
        | clang-16-cuda |
        | clang-19-cuda |
        | clang-22-cuda |

  @ER-33 @sim
  Rule: The blocks of a cluster wait for each other and share their memory

    Scenario Outline: A histogram over the blocks of a cluster, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable cuda_clusters is built at O2 and run with "--device h100 --check all"
      Then its results are the host's and the driver launched its kernels
      And the report names "6 launches of 2 kernels"
      And the report names ", 0 findings"

      Examples:
        | toolchain     |
        | clang-16-cuda |
        | clang-19-cuda |
        | clang-22-cuda |

    Scenario: A block accesses the memory of one that has exited
      Given the toolchain clang-19-cuda
      When the executable cuda_clusters_failing is built at O2 and run with "--device h100"
      Then its results are the host's and the driver launched its kernels
      And the report names "of the cluster, which has exited"

  @ER-34 @sim
  Rule: Processes share memory and events of a device

    Scenario Outline: Two processes add to one array, and one waits for an event of the other, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable cuda_processes is built at O2 and run with "--check all"
      Then its results are the host's and the driver launched its kernels
      And the report names "2 launches of 1 kernel"

      Examples:
        | toolchain     |
        | clang-16-cuda |
        | clang-19-cuda |
        | clang-22-cuda |

    Scenario: A process opens a handle that no process has exported
      Given the toolchain clang-19-cuda
      When the executable cuda_processes_failing is built at O2 and run
      Then the report names "cudaIpcOpenMemHandle: the handle is none that a process has exported"

  @ER-31 @ER-32 @sim
  Rule: A graph allocates and frees memory in the order of its nodes, and streams keep their attributes

    Scenario Outline: Memory of nodes and of a capture, freed in four ways, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable cuda_graph_memory is built at O2 and run with "--check all"
      Then its results are the host's and the driver launched its kernels
      And the report names "12 launches of 1 kernel"
      And the report names ", 3 findings"
      And the report names "in a launch before, which is not freed"

      Examples:
        | toolchain     |
        | clang-16-cuda |
        | clang-19-cuda |
        | clang-22-cuda |

    Scenario: A kernel reads memory after the free node
      Given the toolchain clang-19-cuda
      When the executable cuda_graph_memory_failing is built at O2 and run
      Then its results are the host's and the driver launched its kernels
      And the report names "into 'cudaGraphAddMemAllocNode'"
      And the report names "which is freed"

  @ER-36 @sim
  Rule: cuBLAS, cuFFT, cuSPARSE and cuSOLVER compute in the order of the stream

    Scenario Outline: Products, systems of equations and transforms between kernels, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable cuda_mathematics is built at O2 and run with "--check all"
      Then its results are the host's and the driver launched its kernels
      And the report names "22 launches of 12 kernels on the simulated GPU (t4), 0 findings"

      Examples:
        | toolchain     |
        | clang-16-cuda |
        | clang-19-cuda |
        | clang-22-cuda |

  @ER-37 @sim
  Rule: cuRAND and cuDNN compute in the order of the stream

    Scenario Outline: A layer of a neural network on random numbers, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable cuda_layers is built at O2 and run with "--check all"
      Then its results are the host's and the driver launched its kernels
      And the report names "7 launches of 4 kernels on the simulated GPU (t4), 0 findings"

      Examples:
        | toolchain     |
        | clang-16-cuda |
        | clang-19-cuda |
        | clang-22-cuda |

  @ER-38 @sim
  Rule: NCCL computes between devices in the order of the streams

    Scenario Outline: Collective operations of three devices, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable cuda_collectives is built at O2 and run with "--devices 3 --check all"
      Then its results are the host's and the driver launched its kernels
      And the report names ", 0 findings"

      Examples:
        | toolchain     |
        | clang-19-cuda |
        | clang-22-cuda |

    Scenario: A call that does not match those of other ranks is reported with both
      Given the toolchain clang-19-cuda
      When the executable cuda_collectives_mismatched is built at O2 and run with "--devices 3 --check all"
      Then the report names "rank 2: the call is ncclAllReduce with a count of 100 (type 7, operation 0, root 0), when it should be ncclAllReduce with a count of 300 (type 7, operation 0, root 0) as in rank 0"

  @ER-35 @sim
  Rule: PTX runs on devices of later architectures

    Scenario Outline: PTX for sm_75 on <device>
      Given the toolchain clang-19-cuda
      When the executable cuda_graphs_with_ptx is built at O2 and run with "--device <device> --check all"
      Then its results are the host's and the driver launched its kernels
      And the report names "simulated GPU (<device>), 0 findings"

      Examples:
        | device  |
        | a40     |
        | l40     |
        | b200    |
        | rtx5090 |

  @ER-25 @sim
  Rule: An error has the code that CUDA documents, and a fault of a kernel is that of every later call

    Scenario Outline: Errors of arguments and of a kernel, built by <toolchain>
      Given the toolchain <toolchain>
      When the executable cuda_errors is built at O2 and run
      Then its results are the host's and the driver launched its kernels
      And the report names "store of 4 bytes at 0x10 is through a null pointer"

      Examples:
        | toolchain     |
        | clang-16-cuda |
        | clang-22-cuda |
