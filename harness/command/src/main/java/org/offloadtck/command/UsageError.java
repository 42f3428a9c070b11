package org.offloadtck.command;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Reports a wrong command line in one line.
public final class UsageError {

    private UsageError() {}

    /// Reports the error; for a bare `offload-tck` it also lists the commands.
    public static int tell(ParameterException wrong) {
        var line = wrong.getCommandLine();
        var err = line.getErr();
        err.println(line.getCommandSpec().qualifiedName() + ": " + wrong.getMessage());
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            UnmatchedArgumentException.printSuggestions(unmatched, err);
        } else if (isWithoutCommand(wrong)) {
            line.usage(err);
        }
        return ExitCode.USAGE;
    }

    private static boolean isWithoutCommand(ParameterException wrong) {
        return wrong.getCommandLine().getParent() == null
                && !(wrong instanceof MissingParameterException);
    }

    /// Converts a word of a command line to a path; rejects an empty word and a word that is no
    /// path.
    public static Path path(String word) {
        if (word.isEmpty()) {
            throw new TypeConversionException("it is empty when it should name a file");
        }
        try {
            return Path.of(word);
        } catch (InvalidPathException _) {
            throw new TypeConversionException(
                    "'%s' is no name of a file in this locale; LC_ALL=C.UTF-8 has more"
                            .formatted(word));
        }
    }
}
