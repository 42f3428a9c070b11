package org.offloadtck.launch.command;

import java.nio.file.Path;
import org.offloadtck.command.UsageError;
import picocli.CommandLine.TypeConversionException;

/// Where a buffer goes when the kernel has ended: `x=x.bin`.
public record BufferOutput(String name, Path file) {

    public static BufferOutput parse(String word) {
        int equals = word.indexOf('=');
        if (equals < 1) {
            throw new TypeConversionException(
                    "it is '%s' when it should be NAME=FILE".formatted(word));
        }
        return new BufferOutput(
                word.substring(0, equals), UsageError.path(word.substring(equals + 1)));
    }
}
