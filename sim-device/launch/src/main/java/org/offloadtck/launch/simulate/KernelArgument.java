package org.offloadtck.launch.simulate;

import java.util.Optional;
import java.util.regex.Pattern;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// An argument of a kernel as somebody writes it: `1024`, `f32:2.5`, `file:point.bin`,
/// `x=f32[1024]:seed=7`.
sealed interface KernelArgument {

    /// A number.
    ///
    /// @param type as it was written before the number, or else the parameter's own
    record Scalar(Typing type, String text) implements KernelArgument {}

    /// The bytes of a parameter that is a structure.
    record Bytes(String file) implements KernelArgument {}

    /// Device memory, whose address the kernel gets.
    ///
    /// @param name what `--out` and diagnostics call it; empty for the parameter's name
    /// @param count of elements; 0 for as many as the file has
    record Buffer(String name, PtxType element, long count, Contents contents)
            implements KernelArgument {}

    /// Whose type a number has.
    sealed interface Typing {
        record Stated(PtxType type) implements Typing {}

        enum OfParameter implements Typing {
            OF_PARAMETER
        }
    }

    /// What a buffer holds when the kernel starts.
    sealed interface Contents {
        enum Zeros implements Contents {
            ZEROS
        }

        /// Whatever is there, which nobody has set.
        enum Uninitialised implements Contents {
            UNINITIALISED
        }

        /// The same number in every element.
        record Filled(String number) implements Contents {}

        /// Numbers from a generator: floating point from 0 to less than 1, integers of any bits.
        record Seeded(long seed) implements Contents {}

        record OfFile(String file) implements Contents {}
    }

    Pattern BUFFER = Pattern.compile("(?:(\\w+)=)?(\\w+)\\[(\\d*)](?::(.*))?", Pattern.DOTALL);
    Pattern TYPED = Pattern.compile("(\\w+):(.*)", Pattern.DOTALL);

    String FILE = "file";

    /// Reads an argument.
    ///
    /// @param number of the argument, from 1, for the message
    static KernelArgument parse(int number, String text) {
        var buffer = BUFFER.matcher(text);
        if (buffer.matches()) {
            var contents = Optional.ofNullable(buffer.group(4));
            var element = type(number, text, buffer.group(2));
            var initial =
                    contents.isPresent()
                            ? contents(number, text, contents.orElseThrow())
                            : Contents.Zeros.ZEROS;
            var name = Optional.ofNullable(buffer.group(1)).orElse("");
            return new Buffer(
                    name, element, count(number, text, buffer.group(3), initial), initial);
        }
        var typed = TYPED.matcher(text);
        if (!typed.matches()) {
            return new Scalar(Typing.OfParameter.OF_PARAMETER, text);
        }
        if (typed.group(1).equals(FILE)) {
            return new Bytes(typed.group(2));
        }
        return new Scalar(new Typing.Stated(type(number, text, typed.group(1))), typed.group(2));
    }

    private static long count(int number, String text, String digits, Contents contents) {
        boolean isFromFile = contents instanceof Contents.OfFile;
        if (digits.isEmpty() && isFromFile) {
            return 0;
        }
        var count = PtxNumber.whole(digits).orElse(0);
        if (count < 1) {
            throw new SimulationException(
                    "--arg %d is '%s' when a buffer should have a count of elements, 1 or more"
                            .formatted(number, text));
        }
        return count;
    }

    private static PtxType type(int number, String text, String word) {
        return PtxNumber.type(word)
                .orElseThrow(() ->
                        new SimulationException(
                                "--arg %d is '%s' when the type should be one of %s"
                                        .formatted(number, text, PtxNumber.typeNames())));
    }

    private static Contents contents(int number, String text, String words) {
        if (words.equals("unset")) {
            return Contents.Uninitialised.UNINITIALISED;
        }
        int equals = words.indexOf('=');
        var kind = equals < 0 ? words : words.substring(0, equals);
        var value = equals < 0 ? "" : words.substring(equals + 1);
        return switch (kind) {
            case "fill" -> new Contents.Filled(value);
            case FILE -> new Contents.OfFile(value);
            case "seed" ->
                    new Contents.Seeded(
                            PtxNumber.whole(value)
                                    .orElseThrow(() ->
                                            new SimulationException(
                                                    ("--arg %d is '%s' when the seed should be a"
                                                                    + " whole number")
                                                            .formatted(number, text))));
            default ->
                    throw new SimulationException(
                            ("--arg %d is '%s' when a buffer should start from fill=NUMBER,"
                                            + " seed=NUMBER, file=FILE or unset")
                                    .formatted(number, text));
        };
    }
}
