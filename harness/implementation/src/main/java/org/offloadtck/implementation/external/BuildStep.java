package org.offloadtck.implementation.external;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.external.Toolchain.Stage;
import org.offloadtck.implementation.process.ProcessResult;
import org.offloadtck.implementation.process.ProcessTermination;
import org.offloadtck.implementation.process.ToolCommand;
import org.offloadtck.implementation.process.ToolProcess;

/// One process of a build, and the file that it has to make.
///
/// @param toolchain whose stage it is
/// @param product the file's name in the folder of the build
record BuildStep(Toolchain toolchain, Stage stage, String product, List<String> command) {

    BuildStep {
        command = List.copyOf(command);
    }

    /// Runs the step in `folder`.
    ///
    /// @param evidence gets the command and its output
    /// @return the verdict on a step that failed
    Optional<Verdict> run(Path folder, List<Evidence> evidence) {
        var result =
                ToolProcess.run(new ToolCommand(command, folder, Map.of(), toolchain.limits()));
        evidence.add(result.evidence());
        if (!result.ending().isSuccess()) {
            return Optional.of(failure(result));
        }
        return Files.isRegularFile(folder.resolve(product))
                ? Optional.empty()
                : Optional.of(failure("exited with status 0 and left no file"));
    }

    /// Judges the product by itself.
    ///
    /// @param evidence gets its faults
    /// @return the verdict on a faulty product
    Optional<Verdict> judge(Path folder, List<Evidence> evidence) {
        var faulty = new ProductCheck(stage, toolchain.profile()).faults(folder.resolve(product));
        faulty.ifPresent(found -> evidence.addAll(found.evidence()));
        return faulty.map(found -> found.verdict(name()));
    }

    private String name() {
        return "%s of %s".formatted(stage.word(), product);
    }

    private Verdict failure(ProcessResult result) {
        return result.ending() instanceof ProcessTermination.Exited
                ? failure(result.firstError())
                : result.ending().verdict(kind(), name());
    }

    private Verdict failure(String reason) {
        return Verdict.of(kind(), "%s: %s".formatted(name(), reason));
    }

    private VerdictKind kind() {
        return switch (stage) {
            case COMPILE -> VerdictKind.FAIL_COMPILE;
            case ARCHIVE, LINK, LIBRARY, RELOCATABLE, HOST_LINK -> VerdictKind.FAIL_LINK;
        };
    }
}
