package org.offloadtck.implementation.external;

import java.util.List;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.implementation.process.ProgramCommand;

/// The result of building a program.
public sealed interface BuildResult {

    /// The commands that were run, and their output.
    List<Evidence> evidence();

    /// The program was built; `command` runs it.
    record Made(ProgramCommand command, List<Evidence> evidence) implements BuildResult {

        public Made {
            evidence = List.copyOf(evidence);
        }
    }

    /// A stage failed, or its tool is not installed.
    record Stopped(Verdict verdict, List<Evidence> evidence) implements BuildResult {

        public Stopped {
            evidence = List.copyOf(evidence);
        }
    }
}
