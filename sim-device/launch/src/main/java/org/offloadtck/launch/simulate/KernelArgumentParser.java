package org.offloadtck.launch.simulate;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.offloadtck.command.InputFile;
import org.offloadtck.command.UnreadableInputException;
import org.offloadtck.launch.simulate.KernelArgument.BufferName;
import org.offloadtck.launch.simulate.KernelArgument.Contents;
import org.offloadtck.launch.simulate.KernelArgument.FileContents;
import org.offloadtck.launch.simulate.KernelArgument.ScalarType;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// Parses the words of `--arg`: `1024`, `f32:2.5`, `file:point.bin`, `x=f32[1024]:seed=7`.
///
/// @param place of the word, for messages: `--arg 1`
/// @param text the word
/// @param directory to which names of files are relative
public record KernelArgumentParser(String place, String text, Path directory) {

    private static final Pattern BUFFER =
            Pattern.compile("(?:(\\w+)=)?(\\w+)\\[(\\d*)](?::(.*))?", Pattern.DOTALL);
    private static final Pattern TYPED = Pattern.compile("(\\w+):(.*)", Pattern.DOTALL);

    private static final String FILE = "file";

    /// The argument that the word stands for.
    ///
    /// @throws SimulationException if the word is malformed
    /// @throws UnreadableInputException if it names a file that cannot be read
    public KernelArgument parse() {
        var buffer = BUFFER.matcher(text);
        if (buffer.matches()) {
            var element = type(buffer.group(2));
            var contents =
                    Optional.ofNullable(buffer.group(4))
                            .map(this::contents)
                            .orElse(Contents.Zeros.ZEROS);
            var name =
                    Optional.ofNullable(buffer.group(1))
                            .<BufferName>map(BufferName.Stated::new)
                            .orElse(BufferName.OfParameter.OF_PARAMETER);
            long count = count(buffer.group(3), element, contents);
            return new KernelArgument.Buffer(name, element, count, contents);
        }
        var typed = TYPED.matcher(text);
        if (!typed.matches()) {
            return new KernelArgument.Scalar(
                    ScalarType.OfParameter.OF_PARAMETER, new NumberLiteral(text));
        }
        if (typed.group(1).equals(FILE)) {
            return new KernelArgument.Structure(read(typed.group(2)));
        }
        return new KernelArgument.Scalar(
                new ScalarType.Stated(type(typed.group(1))), new NumberLiteral(typed.group(2)));
    }

    private FileContents read(String file) {
        var path = directory.resolve(file);
        return new FileContents(path.toString(), MemorySegment.ofArray(InputFile.read(path)));
    }

    /// Without digits, a buffer has as many elements as its file.
    private long count(String digits, PtxType element, Contents contents) {
        if (digits.isEmpty() && contents instanceof Contents.OfFile(var file)) {
            return Math.ceilDiv(file.bytes().byteSize(), element.bytes());
        }
        long count = new NumberLiteral(digits).integer().orElse(0);
        if (count < 1) {
            throw malformed("a buffer should have a count of elements, 1 or more");
        }
        return count;
    }

    private PtxType type(String word) {
        return NumberLiteral.type(word)
                .orElseThrow(
                        () -> malformed("the type should be one of " + NumberLiteral.typeNames()));
    }

    private Contents contents(String words) {
        if (words.equals("unset")) {
            return Contents.Uninitialised.UNINITIALISED;
        }
        int equals = words.indexOf('=');
        var kind = equals < 0 ? words : words.substring(0, equals);
        var value = equals < 0 ? "" : words.substring(equals + 1);
        return switch (kind) {
            case "fill" -> new Contents.Filled(new NumberLiteral(value));
            case FILE -> new Contents.OfFile(read(value));
            case "seed" ->
                    new Contents.Seeded(
                            new NumberLiteral(value)
                                    .integer()
                                    .orElseThrow(
                                            () -> malformed("the seed should be a whole number")));
            default ->
                    throw malformed(
                            "a buffer should start from fill=NUMBER, seed=NUMBER, file=FILE or"
                                    + " unset");
        };
    }

    private SimulationException malformed(String expected) {
        return new SimulationException("%s is '%s' when %s".formatted(place, text, expected));
    }
}
