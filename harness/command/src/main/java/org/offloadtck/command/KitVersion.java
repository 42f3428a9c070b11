package org.offloadtck.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/// The version of the kit, as its jar's manifest states it, and the commit of its sources.
public final class KitVersion implements IVersionProvider {

    /// Where the build puts the commit, on the class path.
    public static final String COMMIT = "org/offloadtck/commit.txt";

    public static String current() {
        return Optional.ofNullable(KitVersion.class.getPackage().getImplementationVersion())
                .orElse("unpackaged");
    }

    /// The commit, ended by `-dirty` if the sources differed from it; empty if the build was not
    /// made in a repository.
    public static String commit() {
        try (var stream = KitVersion.class.getClassLoader().getResourceAsStream(COMMIT)) {
            return stream == null ? "" : new String(stream.readAllBytes(), UTF_8).strip();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    @Override
    public String[] getVersion() {
        return new String[] {"offload-tck " + current()};
    }
}
