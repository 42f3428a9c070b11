package org.offloadtck.implementation.lowering;

import org.offloadtck.implementation.program.Buffer;

/// The names of compiler-generated symbols of the host object.
public final class HostSymbolNames {

    /// The prefix of private symbols in x86-64 ELF, which no other object may refer to.
    private static final String PRIVATE = ".L";

    private static final String REGION_ID = ".region_id";

    /// Clang's suffix for the pointer through which a device reaches a host variable.
    ///
    /// @see "LLVM 16, llvm/lib/Frontend/OpenMP/OMPIRBuilder.cpp, getAddrOfDeclareTargetVar"
    private static final String REFERENCE_SUFFIX = "_decl_tgt_ref_ptr";

    private HostSymbolNames() {}

    /// The pointer through which a device reaches `buffer`. The entry names it instead of the
    /// variable.
    public static String referencePointer(Buffer buffer) {
        return buffer.symbol() + REFERENCE_SUFFIX;
    }

    /// The symbol whose address denotes a target region on the host.
    ///
    /// @see "LLVM 16, llvm/lib/Frontend/OpenMP/OMPIRBuilder.cpp, emitTargetRegionFunctionHelper"
    public static String regionId(String kernel) {
        return ".%s%s".formatted(kernel, REGION_ID);
    }

    /// The symbol that an assembler writes for a private name of LLVM IR.
    static String privateSymbol(String name) {
        return PRIVATE + name;
    }

    static boolean isPrivate(String symbol) {
        return symbol.startsWith(PRIVATE);
    }
}
