package org.offloadtck.launch.command;

import java.nio.file.Path;
import org.offloadtck.command.UsageError;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A buffer that is written to a file after the launch: `x=x.bin`.
record BufferOutput(String name, Path file) {

    /// Parses the words of `--out`.
    static final class Converter implements ITypeConverter<BufferOutput> {

        @Override
        public BufferOutput convert(String word) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw new TypeConversionException(
                        "it is '%s' when it should be NAME=FILE".formatted(word));
            }
            return new BufferOutput(
                    word.substring(0, equals), UsageError.path(word.substring(equals + 1)));
        }
    }
}
