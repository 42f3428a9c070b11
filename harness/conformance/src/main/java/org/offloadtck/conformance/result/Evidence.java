package org.offloadtck.conformance.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.offloadtck.data.DataText;

/// An observation that justifies a verdict.
public sealed interface Evidence {

    /// Evidence that does not change and is not in memory: a [Result] holds it without a copy.
    interface Stored extends List<Evidence> {}

    /// The evidence as JSON, in the form of a document.
    static String toJson(List<Evidence> evidence) {
        return ResultWriter.write(evidence);
    }

    /// Reads what [#toJson] wrote.
    ///
    /// @throws org.offloadtck.data.DataException if the text is something else
    static List<Evidence> parse(DataText json) {
        return ResultReader.evidence(json);
    }

    /// Bytes of an artifact.
    ///
    /// @param artifact its name: `zaxpy.o`
    /// @param offset of the first byte, from the start of the artifact
    /// @param hex the bytes as two lower-case digits each, without separators
    /// @param meaning what the bytes are: `size of entry 0`
    record ArtifactExcerpt(String artifact, long offset, String hex, String meaning)
            implements Evidence {

        /// The most bytes an excerpt shows.
        public static final int LIMIT = 256;

        public ArtifactExcerpt {
            HexFormat.of().parseHex(hex);
            if (offset < 0) {
                throw new IllegalArgumentException(
                        "offset is %d, before the artifact".formatted(offset));
            }
        }

        /// The bytes from `offset` on, as many as are there, at most `length` and [#LIMIT].
        public static ArtifactExcerpt of(
                String artifact, byte[] bytes, int offset, int length, String meaning) {
            int from = Math.clamp(offset, 0, bytes.length);
            int to = (int) Math.min((long) from + Math.min(length, LIMIT), bytes.length);
            var hex = HexFormat.of().formatHex(Arrays.copyOfRange(bytes, from, to));
            return new ArtifactExcerpt(artifact, from, hex, meaning);
        }
    }

    /// The evidence with each text that names files edited.
    default Evidence edited(UnaryOperator<String> edit) {
        return switch (this) {
            case CommandOutput(var command, var setting, int exitCode, var output) ->
                    new CommandOutput(
                            command.stream().map(edit).toList(),
                            setting.edited(edit),
                            exitCode,
                            edit.apply(output));
            case Finding(var rule, var place, var text) ->
                    new Finding(rule, edit.apply(place), edit.apply(text));
            case Assertion(var step, var observed) ->
                    new Assertion(step, observed.stream().map(edit).toList());
            case ArtifactExcerpt _,
                    Measurements _,
                    TextExcerpt _,
                    BudgetLine _,
                    PlantedFaultLine _ ->
                    this;
        };
    }

    /// Where a command ran, and with what.
    ///
    /// @param folder the working directory; empty if it is not known
    /// @param environment variables in addition to those of the kit's own process, by name
    /// @param limits of the process: `120 s, 256 processes, 64 MiB of output`; empty for none
    record CommandSetting(String folder, Map<String, String> environment, String limits) {

        /// For commands that are no processes.
        public static final CommandSetting NONE = new CommandSetting("", Map.of(), "");

        public CommandSetting {
            environment = Collections.unmodifiableMap(new TreeMap<>(environment));
        }

        CommandSetting edited(UnaryOperator<String> edit) {
            var variables = new TreeMap<>(environment);
            variables.replaceAll((_, value) -> edit.apply(value));
            return new CommandSetting(edit.apply(folder), variables, limits);
        }
    }

    /// A command and its output. Paths in it that begin with `replay/` are in the folder of the
    /// report; `{name}` is a folder of the scenario that was not kept.
    ///
    /// @param output standard output and error as they came
    record CommandOutput(List<String> command, CommandSetting setting, int exitCode, String output)
            implements Evidence {

        /// The most characters of output [#of] keeps.
        public static final int LIMIT = 16_384;

        public CommandOutput {
            command = List.copyOf(command);
        }

        /// Keeps the first [#LIMIT] characters of the output and says how many there were.
        public static CommandOutput of(
                List<String> command, CommandSetting setting, int exitCode, String output) {
            var kept =
                    output.length() <= LIMIT
                            ? output
                            : "%s\n[cut: %d characters in all]"
                                    .formatted(output.substring(0, LIMIT), output.length());
            return new CommandOutput(command, setting, exitCode, kept);
        }
    }

    /// Figures of a run.
    ///
    /// @param subject what was measured: `kernel __omp_offloading_…_zaxpy_l8`
    record Measurements(String subject, List<Metric> metrics) implements Evidence {

        public Measurements {
            metrics = List.copyOf(metrics);
        }
    }

    /// A finding of a check.
    ///
    /// @param rule the rule that is broken: `BOUNDS`
    /// @param place `source: position`
    /// @param text what is, when it should be what
    record Finding(String rule, String place, String text) implements Evidence {}

    /// Lines of a text: PTX, source, a descriptor.
    ///
    /// @param source its name
    /// @param firstLine number of the first line shown, from 1
    /// @param line number of the line that matters
    /// @param meaning why it matters
    record TextExcerpt(String source, int firstLine, List<String> lines, int line, String meaning)
            implements Evidence {

        public TextExcerpt {
            lines = List.copyOf(lines);
            if (firstLine < 1 || line < firstLine || line >= firstLine + lines.size()) {
                throw new IllegalArgumentException(
                        "line is %d when the lines shown are %d to %d"
                                .formatted(line, firstLine, firstLine + lines.size() - 1));
            }
        }

        /// The line and up to `around` lines before and after it.
        public static TextExcerpt of(
                String source, String text, int line, int around, String meaning) {
            var all = text.lines().toList();
            int from = Math.max(1, line - around);
            int to = Math.min(all.size(), line + around);
            return new TextExcerpt(source, from, all.subList(from - 1, to), line, meaning);
        }
    }

    /// A step of the scenario that asserted something, and what it was asserted about.
    ///
    /// @param step its words, with the table or text below them
    /// @param observed the values that its assertions examined, in their order; empty if the step
    ///   states them
    record Assertion(String step, List<String> observed) implements Evidence {

        /// The most characters of a value that [#of] keeps.
        public static final int LIMIT = 400;

        /// The most values that [#of] keeps.
        public static final int VALUES = 20;

        public Assertion {
            observed = List.copyOf(observed);
        }

        /// Keeps the first [#VALUES] values and [#LIMIT] characters of each, and states what was
        /// cut.
        public static Assertion of(String step, List<String> observed) {
            var kept =
                    new ArrayList<>(
                            observed.stream().limit(VALUES).map(Assertion::shortened).toList());
            if (observed.size() > VALUES) {
                kept.add("[cut: %d values in all]".formatted(observed.size()));
            }
            return new Assertion(step, kept);
        }

        private static String shortened(String value) {
            return value.length() <= LIMIT
                    ? value
                    : "%s [cut: %d characters in all]"
                            .formatted(value.substring(0, LIMIT), value.length());
        }
    }

    /// A figure compared with its budget.
    ///
    /// @param budget its id
    /// @param subject what was measured
    /// @param budgeted the value it has to be, in the unit of the figure
    /// @param margin by how many per cent it may differ; 0 for not at all
    /// @param source where the budgeted value comes from
    record BudgetLine(
            String budget,
            String subject,
            Metric measured,
            long budgeted,
            int margin,
            VerdictKind outcome,
            String source)
            implements Evidence {

        /// Both numbers: `thread-instructions is 4720 instructions when the budget is 4711 (+9)`.
        public String text() {
            var tolerance = margin == 0 ? "" : " within %d %%".formatted(margin);
            return "%s is %d %s when the budget is %d%s (%+d)"
                    .formatted(
                            measured.name(),
                            measured.value(),
                            measured.unit(),
                            budgeted,
                            tolerance,
                            measured.value() - budgeted);
        }
    }

    /// A fault planted in a file, and what a check reported of it.
    ///
    /// @param group the faults that it belongs to: `entries`
    /// @param fault its name in the group: `region-size`
    /// @param files the file that has the fault, and those that are checked with it
    /// @param edits the changes of the file; empty if its combination with the others is the fault
    /// @param rules of which a finding is expected; empty for a harmless change
    /// @param requirements that the rules enforce
    /// @param place where a finding is expected; empty for the file as a whole
    /// @param consequence what toolchain and runtime do with the file
    /// @param seen how the consequence was observed; empty if it was not
    /// @param reported the rules of the findings that the fault added
    record PlantedFaultLine(
            String group,
            String fault,
            List<String> files,
            List<String> edits,
            List<String> rules,
            List<String> requirements,
            String place,
            String consequence,
            String seen,
            List<String> reported,
            Outcome outcome)
            implements Evidence {

        public PlantedFaultLine {
            files = List.copyOf(files);
            edits = List.copyOf(edits);
            rules = List.copyOf(rules);
            requirements = List.copyOf(requirements);
            reported = List.copyOf(reported);
        }

        /// The verdict on the findings.
        public enum Outcome {
            /// An expected rule is reported at the place, as severely as the consequence demands.
            REPORTED("reported"),
            /// The change is harmless, and no error is reported.
            ACCEPTED("accepted"),
            /// No such finding.
            MISSED("missed"),
            /// The change is harmless, and an error is reported.
            FALSE_ALARM("false alarm");

            static final List<Outcome> ALL = List.of(values());

            private final String word;

            Outcome(String word) {
                this.word = word;
            }

            public String word() {
                return word;
            }

            /// Whether the check is right about the file.
            public boolean isRight() {
                return this == REPORTED || this == ACCEPTED;
            }
        }
    }
}
