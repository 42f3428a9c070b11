package org.offloadtck.toolkit.option;

import java.util.ArrayList;
import java.util.List;

/// A file of arguments, for command lines longer than the system allows: separated by white space,
/// with quotes and backslashes as in a shell. Source: the response file that clang writes for
/// `--options-file`, LLVM 16, `clang/lib/Driver/Job.cpp`, `Command::writeResponseFile`.
final class OptionsFile {

    private static final char NONE = 0;

    private final String text;
    private final List<String> arguments = new ArrayList<>();
    private final StringBuilder argument = new StringBuilder();
    private boolean isOpen;
    private char quote = NONE;

    private OptionsFile(String text) {
        this.text = text;
    }

    static List<String> split(String text) {
        var file = new OptionsFile(text);
        for (int index = 0; index < text.length(); index++) {
            index = file.read(index);
        }
        file.close();
        return List.copyOf(file.arguments);
    }

    /// Consumes the character at `index`, and the one after a backslash.
    ///
    /// @return the index of the last consumed character
    private int read(int index) {
        char next = text.charAt(index);
        if (next == '\\' && quote != '\'' && index + 1 < text.length()) {
            append(text.charAt(index + 1));
            return index + 1;
        }
        if (quote == NONE && (next == '"' || next == '\'')) {
            quote = next;
            isOpen = true;
        } else if (next == quote) {
            quote = NONE;
        } else if (quote == NONE && Character.isWhitespace(next)) {
            close();
        } else {
            append(next);
        }
        return index;
    }

    private void append(char next) {
        argument.append(next);
        isOpen = true;
    }

    private void close() {
        if (isOpen) {
            arguments.add(argument.toString());
        }
        argument.setLength(0);
        isOpen = false;
    }
}
