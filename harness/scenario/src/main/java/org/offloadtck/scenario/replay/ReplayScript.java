package org.offloadtck.scenario.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.KitCommand;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;

/// The script `replay` of a folder. It runs `offload-tck replay` with the Java, the kit and the
/// variables of the run that failed, and exits as `git bisect run` expects: 0 if the scenario does
/// not fail, 1 if it does, 125 if it cannot be judged.
///
/// @param result the only one of `document`
record ReplayScript(ResultDocument document, Result result, Map<String, String> environment) {

    /// Variables that compilers, runtimes and the kit read.
    private static final Pattern RECORDED =
            Pattern.compile(
                    "PATH|LD_LIBRARY_PATH|CPATH|LIBRARY_PATH|LANG|LC_ALL|TMPDIR"
                            + "|(OFFLOAD_TCK|OMP|LIBOMP|LIBOMPTARGET|CUDA|HIP|ROCM|POCL|OCL)_.*");

    String text() {
        var id = result.identity().shortId();
        var kit = KitCommand.ofKit("replay", id);
        var lines = new ArrayList<String>();
        lines.add("#!/bin/sh");
        lines.add(
                "# Runs a scenario that failed again. Exits with 0 if it does not fail, with 1 if");
        lines.add("# it fails, with 125 if it cannot be judged, as 'git bisect run' expects.");
        lines.addAll(subject());
        lines.add("here=$(cd \"$(dirname \"$0\")\" && pwd) || exit 125");
        new TreeMap<>(environment)
                .forEach((name, value) -> {
                    if (RECORDED.matcher(name).matches()) {
                        lines.add("export %s=%s".formatted(name, ShellText.quoted(value)));
                    }
                });
        lines.add("for file in \\");
        lines.add("    %s \\".formatted(ShellText.quoted(kit.java().toString())));
        kit.classPath()
                .forEach(entry ->
                        lines.add("    %s \\".formatted(ShellText.quoted(entry.toString()))));
        lines.add("    ; do");
        lines.add("    if [ ! -e \"$file\" ]; then");
        lines.add("        echo \"replay: the kit is incomplete: there is no $file\" >&2");
        lines.add("        exit 125");
        lines.add("    fi");
        lines.add("done");
        lines.add("output=$(%s \"$here\")".formatted(words(kit)));
        lines.add("status=$?");
        lines.add("printf '%s\\n' \"$output\"");
        lines.add("case \"$status $output\" in");
        lines.add("130* | 143*) exit $status ;; # SIGINT and SIGTERM end the bisection");
        for (int status : List.of(ExitCode.OK, ExitCode.UNEXPECTED)) {
            lines.add(
                    "%s*) exit %d ;;"
                            .formatted(
                                    ShellText.quoted(
                                            "%d %s".formatted(status, result.identity().key())),
                                    status));
        }
        lines.add("*) exit %d ;; # also if Java did not start".formatted(ExitCode.NOT_JUDGED));
        lines.add("esac");
        return String.join("\n", lines) + "\n";
    }

    private static String words(KitCommand kit) {
        return kit.words().stream().map(ShellText::quoted).collect(Collectors.joining(" "));
    }

    /// The result, and the run that found it; a seed is an option of its command line.
    private List<String> subject() {
        var run = document.circumstances();
        var kit = document.subject().kit();
        return List.of(
                ShellText.comment("result   " + result.identity().key()),
                ShellText.comment("verdict  " + result.verdict().text()),
                ShellText.comment("run      " + String.join(" ", run.command())),
                ShellText.comment("host     " + run.host()),
                ShellText.comment("kit      %s %s".formatted(kit.version(), kit.commit())));
    }
}
