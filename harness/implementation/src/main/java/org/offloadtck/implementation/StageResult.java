package org.offloadtck.implementation;

import java.util.List;
import org.offloadtck.conformance.result.Verdict;

/// The result of a stage.
public sealed interface StageResult {

    /// The stage succeeded.
    ///
    /// @param product the input of the next stage
    /// @param intermediates the files between its steps, in order, as evidence
    record Made(Artifact product, List<Artifact> intermediates) implements StageResult {
        public Made {
            intermediates = List.copyOf(intermediates);
        }
    }

    /// The stage failed, or the implementation lacks it.
    record Stopped(Verdict verdict) implements StageResult {}
}
