package org.offloadtck.implementation;

import java.util.List;
import org.offloadtck.conformance.result.Verdict;

/// What became of one stage.
public sealed interface StageResult {

    /// The stage made what it should.
    ///
    /// @param product what the next stage takes
    /// @param intermediates what was made on the way, in order, as evidence
    record Made(Artifact product, List<Artifact> intermediates) implements StageResult {
        public Made {
            intermediates = List.copyOf(intermediates);
        }
    }

    /// The stage failed, or the implementation lacks it.
    record Stopped(Verdict verdict) implements StageResult {}
}
