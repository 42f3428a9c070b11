package org.offloadtck.emulation.run;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// The `libomptarget.so` that the programs of a run load.
public enum RuntimeLibrary {
    /// The library that the program was linked with, on the emulated driver.
    OWN(""),
    /// The library of the kit, which uses the reference runtime.
    REFERENCE("runtime");

    private final String libraries;

    RuntimeLibrary(String libraries) {
        this.libraries = libraries;
    }

    /// The folder for `LD_LIBRARY_PATH`, relative to the driver folder; empty for the driver folder
    /// itself.
    public String libraries() {
        return libraries;
    }

    /// Its word on the command line.
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<RuntimeLibrary> of(String word) {
        return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
    }

    /// All words, for messages.
    static String words() {
        return Arrays.stream(values()).map(RuntimeLibrary::word).collect(Collectors.joining(", "));
    }
}
