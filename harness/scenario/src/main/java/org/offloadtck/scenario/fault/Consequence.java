package org.offloadtck.scenario.fault;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.offloadtck.object.check.rule.Severity;

/// What a toolchain and its runtime do with a file that has a planted fault.
public enum Consequence {
    /// The linker wrapper, the device linker or the host linker rejects the file.
    LINK_FAILS(Severity.ERROR),
    /// The link succeeds without the device code.
    NOT_EMBEDDED(Severity.ERROR),
    /// The runtime does not load the image.
    LOAD_FAILS(Severity.ERROR),
    /// The runtime ends the program with a message.
    ABORTS(Severity.ERROR),
    /// The program ends by a signal.
    CRASHES(Severity.ERROR),
    WRONG_RESULT(Severity.ERROR),
    /// The region runs on the host although its device is there.
    RUNS_ON_HOST(Severity.ERROR),
    /// Nothing fails in the links and runs made, but no release writes such a file, so that it
    /// disagrees with all of them.
    UNWRITTEN(Severity.ERROR),
    /// Some links, loads or runs of the file fail.
    SOMETIMES(Severity.WARNING),
    HARMLESS(Severity.NOTE);

    static final List<Consequence> ALL = Arrays.asList(values());

    private final Severity severity;

    Consequence(Severity severity) {
        this.severity = severity;
    }

    /// The least severity of a finding about such a fault.
    public Severity severity() {
        return severity;
    }

    /// The word in the files of the bench.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
