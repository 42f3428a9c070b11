Feature: Applications of OpenMP offloading give the host's results, and the checks find nothing in them
  Each program is an algorithm of some hundred lines that compares its results with a computation on
  the host. The combinations of toolchains and levels that are not listed here run with
  ApplicationProgramsTest.

  @ER-01 @CK-01 @CK-02 @CK-03 @CK-05 @sim
  Rule: With all checks, a program without a defect has no finding, under its own runtime

    Scenario Outline: <program> built by clang-16 at <level>
      Given the toolchain clang-16
      When the executable <program> is built at <level> and run with "--check all --fail-on-findings"
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program            | level |
        | conjugate_gradient | O2    |
        | multigrid          | O0    |
        | halo_exchange      | O2    |
        | lattice_boltzmann  | O0    |
        | smith_waterman     | O2    |
        | graph_search       | O0    |
        | radix_sort         | O2    |
        | tridiagonal        | O0    |
        | monte_carlo        | O2    |
        | task_pipeline      | O0    |
        | deep_copy          | O2    |
        | statistics         | O0    |
        | matrix_tiles       | O0    |
        | hash_join          | O2    |

    Scenario Outline: <program> built by clang-16 at <level> with unified memory
      Given the toolchain clang-16
      When the executable <program> is built at <level> and run with "--check all --fail-on-findings --unified-memory"
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program      | level |
        | unified_tree | O2    |

    Scenario Outline: <program> built by clang-19 at <level>
      Given the toolchain clang-19
      When the executable <program> is built at <level> and run with "--check all --fail-on-findings"
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program          | level |
        | lu_pivoting      | O0    |
        | fft              | O2    |
        | cell_list        | O0    |
        | barnes_hut       | O2    |
        | kmeans           | O0    |
        | pagerank         | O2    |
        | prefix_scan      | O0    |
        | sparse_product   | O2    |
        | ising            | O0    |
        | heat_tasks       | O2    |
        | particle_in_cell | O2    |
        | ray_tracer       | O2    |
        | image_filters    | O2    |
        | stencil_loops    | O0    |

    Scenario Outline: <program> built by clang-22 at <level>
      Given the toolchain clang-22
      When the executable <program> is built at <level> and run with "--check all --fail-on-findings"
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program          | level |
        | lu_pivoting      | O0    |
        | fft              | O2    |
        | cell_list        | O0    |
        | barnes_hut       | O2    |
        | kmeans           | O0    |
        | pagerank         | O2    |
        | prefix_scan      | O0    |
        | sparse_product   | O2    |
        | ising            | O0    |
        | heat_tasks       | O2    |
        | particle_in_cell | O2    |
        | ray_tracer       | O2    |
        | image_filters    | O2    |
        | stencil_loops    | O0    |

    Scenario Outline: <program> built by clang-19 at <level> with unified memory
      Given the toolchain clang-19
      When the executable <program> is built at <level> and run with "--check all --fail-on-findings --unified-memory"
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program       | level |
        | unified_queue | O0    |

    Scenario Outline: <program> built by clang-22 at <level> with unified memory
      Given the toolchain clang-22
      When the executable <program> is built at <level> and run with "--check all --fail-on-findings --unified-memory"
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program       | level |
        | unified_queue | O0    |

  @ER-15 @CK-01 @CK-02 @CK-03 @CK-05 @sim
  Rule: With all checks, a program without a defect has no finding, under the kit's runtime

    Scenario Outline: <program> built by clang-16 at <level> under the kit's runtime
      Given the toolchain clang-16
      When the executable <program> is built at <level> and run under the kit's runtime with "--check all --fail-on-findings"
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program            | level |
        | conjugate_gradient | O2    |
        | multigrid          | O0    |
        | halo_exchange      | O2    |
        | lattice_boltzmann  | O0    |
        | smith_waterman     | O2    |
        | graph_search       | O0    |
        | radix_sort         | O2    |
        | tridiagonal        | O0    |
        | monte_carlo        | O2    |
        | task_pipeline      | O0    |
        | deep_copy          | O2    |
        | statistics         | O0    |
        | matrix_tiles       | O0    |
        | hash_join          | O2    |

    Scenario Outline: <program> built by clang-16 at <level> with unified memory under the kit's runtime
      Given the toolchain clang-16
      When the executable <program> is built at <level> and run under the kit's runtime with "--check all --fail-on-findings --unified-memory"
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program      | level |
        | unified_tree | O2    |

    Scenario Outline: <program> built by clang-19 at <level> under the kit's runtime
      Given the toolchain clang-19
      When the executable <program> is built at <level> and run under the kit's runtime with "--check all --fail-on-findings"
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program          | level |
        | lu_pivoting      | O0    |
        | fft              | O2    |
        | cell_list        | O0    |
        | barnes_hut       | O2    |
        | kmeans           | O0    |
        | pagerank         | O2    |
        | prefix_scan      | O0    |
        | sparse_product   | O2    |
        | ising            | O0    |
        | heat_tasks       | O2    |
        | particle_in_cell | O2    |
        | ray_tracer       | O2    |
        | image_filters    | O2    |
        | stencil_loops    | O0    |

    Scenario Outline: <program> built by clang-22 at <level> under the kit's runtime
      Given the toolchain clang-22
      When the executable <program> is built at <level> and run under the kit's runtime with "--check all --fail-on-findings"
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program          | level |
        | lu_pivoting      | O0    |
        | fft              | O2    |
        | cell_list        | O0    |
        | barnes_hut       | O2    |
        | kmeans           | O0    |
        | pagerank         | O2    |
        | prefix_scan      | O0    |
        | sparse_product   | O2    |
        | ising            | O0    |
        | heat_tasks       | O2    |
        | particle_in_cell | O2    |
        | ray_tracer       | O2    |
        | image_filters    | O2    |
        | stencil_loops    | O0    |

    Scenario Outline: <program> built by clang-19 at <level> with unified memory under the kit's runtime
      Given the toolchain clang-19
      When the executable <program> is built at <level> and run under the kit's runtime with "--check all --fail-on-findings --unified-memory"
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program       | level |
        | unified_queue | O0    |

    Scenario Outline: <program> built by clang-22 at <level> with unified memory under the kit's runtime
      Given the toolchain clang-22
      When the executable <program> is built at <level> and run under the kit's runtime with "--check all --fail-on-findings --unified-memory"
      Then its results are the host's and the driver launched its kernels

      Examples:
        | program       | level |
        | unified_queue | O0    |
