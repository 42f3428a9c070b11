package org.offloadtck.cli.faultrun;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// A process that has ended or was stopped at its limit.
///
/// @param status 128 and the number of the signal that ended it; [#LATE] if it did not end in time
/// @param output of the standard stream
/// @param errors of the error stream
record FaultProcess(int status, String output, String errors) {

    /// The status of `timeout` of GNU coreutils.
    static final int LATE = 124;

    /// The status of a program whose libraries the loader does not find.
    static final int NOT_STARTED = 127;

    /// `SIGABRT`.
    private static final int ABORT = 128 + 6;

    /// `SIGILL`, `SIGABRT`, `SIGBUS`, `SIGFPE`, `SIGKILL` and `SIGSEGV`; a program may also exit
    /// with a greater status.
    private static final Set<Integer> SIGNALS =
            Set.of(128 + 4, ABORT, 128 + 7, 128 + 8, 128 + 9, 128 + 11);

    private static final long LIMIT_SECONDS = 60;

    static FaultProcess run(Path folder, Map<String, String> environment, List<String> words)
            throws IOException, InterruptedException {
        var output = Files.createTempFile(folder, "run-", ".out");
        var errors = Files.createTempFile(folder, "run-", ".err");
        var builder =
                new ProcessBuilder(words)
                        .directory(folder.toFile())
                        .redirectOutput(output.toFile())
                        .redirectError(errors.toFile());
        builder.environment().putAll(environment);
        var process = builder.start();
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        var run =
                new FaultProcess(
                        ended ? process.exitValue() : LATE,
                        text(output),
                        text(errors).toLowerCase(Locale.ROOT));
        Files.delete(output);
        Files.delete(errors);
        return run;
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), ISO_8859_1);
    }

    boolean isAs(FaultProcess that) {
        return status == that.status && output.equals(that.output);
    }

    /// How a run ended that differs from that of the file without the fault, in the words of
    /// `seen`.
    String ending() {
        if (status == LATE) {
            return "hangs";
        }
        boolean isSignal = SIGNALS.contains(status);
        if (status == ABORT || (!isSignal && errors.contains("omptarget"))) {
            return "aborts";
        }
        return isSignal ? "crashes" : "wrong result";
    }
}
