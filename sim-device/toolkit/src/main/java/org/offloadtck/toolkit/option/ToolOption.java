package org.offloadtck.toolkit.option;

import java.util.List;
import java.util.stream.Collectors;

/// An option of one of the tools: `--output-file FILE`, `-o FILE`.
///
/// @param name after two dashes
/// @param shortName after one dash
/// @param help its effect in this toolkit
public record ToolOption(String name, String shortName, Arity arity, String help) {

    /// The number of values.
    public enum Arity {
        NOTHING,
        /// A value: `--name=value`, `--name value`, and `-nvalue` if the name has one letter.
        VALUE,
        /// As `VALUE`, repeatable.
        VALUES
    }

    /// The help of options that are accepted without effect.
    public static final String NO_EFFECT = "Has no effect on the simulated GPU.";

    public static final ToolOption HELP = flag("help", "h", "Print this help.");
    public static final ToolOption VERSION = flag("version", "V", "Print the version.");
    public static final ToolOption VERBOSE = flag("verbose", "v", "Print statistics.");
    public static final ToolOption DISABLE_WARNINGS =
            flag("disable-warnings", "w", "Print no warnings.");
    public static final ToolOption WARNING_AS_ERROR =
            flag("warning-as-error", "Werror", "Make warnings errors.");
    public static final ToolOption OUTPUT_FILE = value("output-file", "o", "The output file.");
    public static final ToolOption MACHINE = value("machine", "m", "The width of addresses: 64.");
    public static final ToolOption OPTIONS_FILE =
            new ToolOption(
                    "options-file", "optf", Arity.VALUES, "Read more arguments from a file.");

    public static ToolOption flag(String name, String shortName, String help) {
        return new ToolOption(name, shortName, Arity.NOTHING, help);
    }

    public static ToolOption value(String name, String shortName, String help) {
        return new ToolOption(name, shortName, Arity.VALUE, help);
    }

    boolean isNamed(String text) {
        return text.equals(name) || text.equals(shortName);
    }

    /// The help of a program: a line of usage, then a row for each option.
    public static String help(String program, List<ToolOption> options) {
        return "\nUsage  : %s [options] <files>\n\nOptions\n=======\n\n".formatted(program)
                + options.stream()
                        .map(option -> "%-52s%s\n".formatted(option.spelled(), option.help()))
                        .collect(Collectors.joining());
    }

    private String spelled() {
        return switch (arity) {
            case NOTHING -> "--%s (-%s)".formatted(name, shortName);
            case VALUE, VALUES -> "--%s <value> (-%s)".formatted(name, shortName);
        };
    }
}
