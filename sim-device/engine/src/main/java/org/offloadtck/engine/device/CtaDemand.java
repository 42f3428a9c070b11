package org.offloadtck.engine.device;

/// What a CTA takes of its multiprocessor.
///
/// @param threads how many it has, positive
/// @param registersPerThread 32-bit registers of each; 0 when unknown
/// @param sharedBytes of shared memory, dynamic memory included
public record CtaDemand(int threads, int registersPerThread, int sharedBytes) {

    public CtaDemand {
        if (threads < 1 || registersPerThread < 0 || sharedBytes < 0) {
            throw new IllegalArgumentException(
                    "%d threads of %d registers with %d bytes of shared memory"
                            .formatted(threads, registersPerThread, sharedBytes));
        }
    }
}
