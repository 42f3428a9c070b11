package org.offloadtck.implementation.program.reader;

/// Program descriptions for readers, intact and damaged.
final class SampleDescriptions {

    /// A program that doubles the elements of one buffer, and uses every kind of key once.
    static final String DOUBLING =
            """
            name: doubling
            source: doubling.c
            constants: {N: 2}
            requires: [unified-address]
            buffers:
              X: {symbol: x, element: i32, count: N, declare-target: enter}
            regions:
              - kernel: __omp_offloading_1_2_f_l3
            host:
              - data-begin: [{buffer: X, bytes: 4 * N, types: [to, from]}]
              - launch:
                  kernel: __omp_offloading_1_2_f_l3
                  num-teams: -1
                  thread-limit: 0
                  trip-count: N
                  operands:
                    - {buffer: X, begin: 4, bytes: 0, types: [target-param]}
                    - {literal: i64(N), parent: 0, types: [literal]}
              - update: [{buffer: X, bytes: 8, types: [from]}]
              - data-end: [{buffer: X, bytes: 8, types: [to, from]}]
            expected:
              X: 2 * X[i]
            cases:
              - {name: small, inputs: {X: i + 1}}
            device-code:
              - {triple: t, arch: a, device-abi: plain, producer: hand, optimization: source, file: f.cl}
            needs: [double-precision]
            tolerance:
              t: {ulp: 0, source: s}
            """;

    /// The same program, whose launch is in two loops.
    static final String LOOPS =
            DOUBLING.replaceFirst(
                    "(?s)  - launch:.*?  - update",
                    """
                    - for: {stage: 2}
                      do:
                        - for: {step: stage + 1}
                          do:
                            - launch:
                                kernel: __omp_offloading_1_2_f_l3
                                num-teams: -1
                                thread-limit: 0
                                trip-count: N
                                operands: [{literal: 10 * stage + step, types: [literal]}]
                    - update\
                    """
                            .indent(2)
                            .stripTrailing());

    private SampleDescriptions() {}
}
