package org.offloadtck.implementation.phase;

import org.offloadtck.implementation.program.DeviceCode;

/// The names of the files between the steps of a compilation, as clang names what it keeps on
/// `-save-temps`. The host's module is text, where clang's is bitcode.
///
/// @param source the file that is compiled
public record CompilationFiles(String source) {

    /// The triple of the host, as the bundler spells it.
    public static final String HOST_TRIPLE = "x86_64-unknown-linux-gnu";

    /// What the host's compilation hands to the devices'.
    public String hostModule() {
        return "%s-host-%s.ll".formatted(stem(), HOST_TRIPLE);
    }

    /// The host's object, where it is made before device code is added to it.
    public String hostObject() {
        return "%s-host-%s.o".formatted(stem(), HOST_TRIPLE);
    }

    /// A device's code as its compiler leaves it.
    public String assembly(DeviceCode code) {
        return device(code) + ".s";
    }

    /// A device's object. What the device's driver compiles travels as it is.
    public String object(DeviceCode code) {
        return code.optimization().equals(DeviceCode.SOURCE) ? code.file() : device(code) + ".o";
    }

    /// The device objects in an offload binary.
    public String packed() {
        return "%s-openmp-%s.out".formatted(stem(), HOST_TRIPLE);
    }

    private String device(DeviceCode code) {
        var target = code.target();
        return "%s-openmp-%s%s"
                .formatted(
                        stem(),
                        target.triple(),
                        target.arch().isEmpty() ? "" : "-" + target.arch());
    }

    private String stem() {
        int dot = source.lastIndexOf('.');
        return dot < 0 ? source : source.substring(0, dot);
    }
}
