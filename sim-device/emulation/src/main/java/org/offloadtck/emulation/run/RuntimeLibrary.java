package org.offloadtck.emulation.run;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Whose `libomptarget.so` the programs of a run find.
public enum RuntimeLibrary {
    /// The one they were linked with, on the emulated driver.
    OWN(""),
    /// The kit's, in front of the reference runtime.
    REFERENCE("runtime");

    private final String libraries;

    RuntimeLibrary(String libraries) {
        this.libraries = libraries;
    }

    /// The folder for `LD_LIBRARY_PATH`, below the driver folder; empty for that folder itself.
    public String libraries() {
        return libraries;
    }

    /// The word on the command line.
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<RuntimeLibrary> of(String word) {
        return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
    }

    /// Every word there is, for messages.
    static String words() {
        return Arrays.stream(values()).map(RuntimeLibrary::word).collect(Collectors.joining(", "));
    }
}
