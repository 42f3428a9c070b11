package org.offloadtck.plugin.process;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.offloadtck.command.SignalNames;

/// Why a process of a JVM ended, from its exit status and the end of its output.
///
/// @param signal that ended it; empty if it exited
/// @param text one line
record CrashReport(Optional<String> signal, String text) {

    /// `# SIGSEGV (0xb) at pc=0x…`, the report of a JVM in which native code faulted (HotSpot,
    /// `VMError::report`); the JVM then aborts.
    private static final Pattern FAULT = Pattern.compile("(?m)^#\\s+(SIG[A-Z]+) \\(0x");

    /// `# C [libpocl.so.2.9.0+0x1119] clBuildProgram+0x14`
    private static final Pattern FRAME =
            Pattern.compile("(?m)^# [CVvjJ]\\s+\\[?(\\S+?)\\]?(\\s.*)?$");

    static CrashReport of(int status, String output) {
        var fault = FAULT.matcher(output);
        if (fault.find()) {
            var frame = FRAME.matcher(output);
            return new CrashReport(
                    Optional.of(fault.group(1)),
                    "the process of the plugin ended with %s%s"
                            .formatted(
                                    fault.group(1),
                                    frame.find(fault.end()) ? " in " + frame.group(1) : ""));
        }
        return SignalNames.ofStatus(status)
                .map(signal ->
                        new CrashReport(
                                Optional.of(signal),
                                "the process of the plugin ended with %s%s"
                                        .formatted(signal, lastLine(output))))
                .orElseGet(() ->
                        new CrashReport(
                                Optional.empty(),
                                "the process of the plugin exited with status %d%s"
                                        .formatted(status, lastLine(output))));
    }

    private static String lastLine(String output) {
        List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
        return lines.isEmpty() ? "" : "; it printed last: '%s'".formatted(lines.getLast().strip());
    }

    PluginProcessException exception() {
        return signal.map(name -> PluginProcessException.signalled(name, text))
                .orElseGet(() -> PluginProcessException.ended(text));
    }
}
