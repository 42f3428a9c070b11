package org.offloadtck.scenario.replay;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.conformance.result.Evidence.CommandOutput;
import org.offloadtck.conformance.result.Result;

/// The commands of a result as a shell script. It runs them one after another, each in its folder
/// and with its variables, on the files of the replay's folder.
///
/// @param folder of the replay, as the evidence of the result names it
record CommandScript(Result result, String folder) {

    String text() {
        var lines = new ArrayList<String>();
        lines.add("#!/bin/sh");
        lines.add("# Runs the commands of a result again, without judging what they make.");
        lines.add(ShellText.comment(result.identity().key()));
        lines.add("here=$(cd \"$(dirname \"$0\")\" && pwd) || exit 1");
        for (var evidence : result.evidence()) {
            if (evidence instanceof CommandOutput command) {
                lines.addAll(lines(command));
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private List<String> lines(CommandOutput command) {
        var setting = command.setting();
        var lines = new ArrayList<String>();
        lines.add("");
        lines.add(ShellText.comment(heading(command)));
        var words = new ArrayList<String>();
        if (!setting.folder().isEmpty()) {
            words.add("cd %s &&".formatted(quoted(setting.folder())));
        }
        if (!setting.environment().isEmpty()) {
            words.add("env");
            setting.environment()
                    .forEach((name, value) -> words.add(quoted("%s=%s".formatted(name, value))));
        }
        command.command().forEach(word -> words.add(quoted(word)));
        lines.add("(%s)".formatted(String.join(" ", words)));
        return lines;
    }

    /// A command that did not end by itself has the status -1.
    private static String heading(CommandOutput command) {
        var ending =
                command.exitCode() < 0
                        ? "ended by a signal or a limit"
                        : "exited with %d".formatted(command.exitCode());
        var limits = command.setting().limits();
        return limits.isEmpty() ? ending : "%s; limits: %s".formatted(ending, limits);
    }

    private String quoted(String word) {
        return ShellText.quoted(word, folder, "here");
    }
}
