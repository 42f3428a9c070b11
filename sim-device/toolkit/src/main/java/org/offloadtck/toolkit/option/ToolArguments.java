package org.offloadtck.toolkit.option;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;

/// The parsed arguments of a tool.
public final class ToolArguments {

    private final List<ToolOption> options;

    /// By the names of the options: the hash of a record links code at the start of each tool.
    private final Map<String, List<String>> values = new HashMap<>();

    private final List<String> files = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private ToolArguments(List<ToolOption> options) {
        this.options = options;
    }

    /// Parses a command line.
    ///
    /// @throws ToolException if an option is unknown or lacks its value
    public static ToolArguments parse(List<ToolOption> options, List<String> arguments) {
        var parsed = new ToolArguments(options);
        parsed.read(arguments);
        return parsed;
    }

    private void read(List<String> arguments) {
        var rest = new ArrayList<>(arguments).listIterator();
        while (rest.hasNext()) {
            var argument = rest.next();
            if (argument.startsWith("-") && argument.length() > 1) {
                option(argument, rest);
            } else {
                files.add(argument);
            }
        }
    }

    private void option(String argument, ListIterator<String> rest) {
        var text = argument.substring(argument.startsWith("--") ? 2 : 1);
        int equals = text.indexOf('=');
        var name = equals < 0 ? text : text.substring(0, equals);
        var known = named(name);
        if (known.isPresent()) {
            var option = known.get();
            if (option.arity() == ToolOption.Arity.NOTHING) {
                require(equals < 0, "Option '%s' takes no value".formatted(argument));
                put(option, "");
            } else if (equals >= 0) {
                put(option, text.substring(equals + 1));
            } else {
                require(rest.hasNext(), "Option '%s' has no value".formatted(argument));
                put(option, rest.next());
            }
            return;
        }
        var joined = joined(text);
        require(joined.isPresent(), "Unknown option '%s'".formatted(argument));
        joined.ifPresent(option -> put(option, text.substring(1)));
    }

    private Optional<ToolOption> named(String name) {
        return options.stream().filter(option -> option.isNamed(name)).findFirst();
    }

    /// The option of one letter that is followed by its value: `-O2`.
    private Optional<ToolOption> joined(String text) {
        return named(text.substring(0, 1))
                .filter(option -> option.arity() != ToolOption.Arity.NOTHING);
    }

    private void put(ToolOption option, String value) {
        if (option.name().equals(ToolOption.OPTIONS_FILE.name())) {
            read(OptionsFile.split(text(value)));
            return;
        }
        var all = values.computeIfAbsent(option.name(), _ -> new ArrayList<>());
        if (option.arity() == ToolOption.Arity.VALUE
                && !all.isEmpty()
                && !all.getLast().equals(value)) {
            warnings.add(
                    "incompatible redefinition for option '%s', the last value of this option was used"
                            .formatted(option.name()));
        }
        all.add(value);
    }

    private static String text(String file) {
        try {
            return Files.readString(Path.of(file), UTF_8);
        } catch (IOException _) {
            throw new ToolException(
                    "Options file '%s' could not be opened".formatted(file), ToolException.OTHER);
        }
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new ToolException(problem, ToolException.INPUT);
        }
    }

    public boolean has(ToolOption option) {
        return values.containsKey(option.name());
    }

    /// The last value of an option.
    public Optional<String> value(ToolOption option) {
        return Optional.ofNullable(values.get(option.name())).map(List::getLast);
    }

    /// All values of an option, in order.
    public List<String> values(ToolOption option) {
        return List.copyOf(values.getOrDefault(option.name(), List.of()));
    }

    /// The words that are not options, in order.
    public List<String> files() {
        return List.copyOf(files);
    }

    /// Warnings about the arguments.
    List<String> warnings() {
        return List.copyOf(warnings);
    }
}
