package org.offloadtck.implementation.phase;

import org.offloadtck.implementation.program.DeviceCode;

/// The names of the files between the steps of a compilation, as clang names the files that it
/// keeps on `-save-temps`. The host's module is text; clang's is bitcode.
///
/// @param source the source file
public record CompilationFiles(String source) {

    /// The triple of the host, as the bundler spells it.
    public static final String HOST_TRIPLE = "x86_64-unknown-linux-gnu";

    /// The host module for the device compilations.
    public String hostModule() {
        return "%s-host-%s.ll".formatted(stem(), HOST_TRIPLE);
    }

    /// The host object, if it exists before device code is added.
    public String hostObject() {
        return "%s-host-%s.o".formatted(stem(), HOST_TRIPLE);
    }

    /// The assembly that a device's compiler writes.
    public String assembly(DeviceCode code) {
        return device(code) + ".s";
    }

    /// A device's object. Source for the device's driver is embedded unchanged.
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
