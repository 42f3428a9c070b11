package org.offloadtck.implementation.frontend;

/// Names that the front end gives what a compiler names itself.
public final class HostSymbols {

    /// The location every call of the runtime passes; the name is clang's for a private constant.
    public static final String IDENT = ".L__unnamed_1";

    private HostSymbols() {}

    /// The symbol whose address stands for a target region on the host.
    ///
    /// @see "LLVM 16, llvm/lib/Frontend/OpenMP/OMPIRBuilder.cpp, emitTargetRegionFunctionHelper"
    public static String regionId(String kernel) {
        return ".%s.region_id".formatted(kernel);
    }
}
