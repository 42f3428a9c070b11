package org.offloadtck.scenario.slurm;

import java.io.Serial;

/// A program of Slurm is not there, or refused what it was asked for.
final class SlurmException extends RuntimeException {

    @Serial private static final long serialVersionUID = 1L;

    /// @param message `sbatch: what is, when it should be what`
    SlurmException(String message) {
        super(message);
    }
}
