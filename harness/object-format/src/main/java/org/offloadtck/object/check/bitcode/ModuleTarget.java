package org.offloadtck.object.check.bitcode;

import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.bitcode.DataLayout;

/// The target of a module by its triple.
///
/// @param arch the first part, in one spelling
/// @param system the third part; empty if the triple has none
record ModuleTarget(String arch, String system) {

    /// Other spellings of architectures. Source: LLVM 22, llvm/lib/TargetParser/Triple.cpp,
    /// `parseArch`.
    private static final Map<String, String> SPELLINGS =
            Map.of(
                    "amd64", "x86_64",
                    "arm64", "aarch64",
                    "ppc64", "powerpc64",
                    "ppc64le", "powerpc64le");

    /// What the data layout of an architecture has in all releases. Source: LLVM 14 to 22,
    /// `computeDataLayout` in llvm/lib/Target/{NVPTX,AMDGPU,X86,AArch64,PowerPC,SystemZ}; seen in
    /// modules of clang 15 to 22.
    ///
    /// @param stackSpace the address space of variables on the stack
    private record Layout(long pointerBits, boolean isBigEndian, long stackSpace) {}

    private static final Map<String, Layout> LAYOUTS =
            Map.of(
                    "nvptx64", new Layout(64, false, 0),
                    "nvptx", new Layout(32, false, 0),
                    "amdgcn", new Layout(64, false, 5),
                    "x86_64", new Layout(64, false, 0),
                    "aarch64", new Layout(64, false, 0),
                    "powerpc64le", new Layout(64, false, 0),
                    "powerpc64", new Layout(64, true, 0),
                    "s390x", new Layout(64, true, 0));

    static ModuleTarget of(String triple) {
        var parts = triple.split("-", -1);
        return new ModuleTarget(
                SPELLINGS.getOrDefault(parts[0], parts[0]), parts.length > 2 ? parts[2] : "");
    }

    boolean isAmd() {
        return arch.equals("amdgcn");
    }

    /// Whether no triple states it.
    boolean isUnknown() {
        return arch.isEmpty();
    }

    boolean isGpu() {
        return arch.startsWith("nvptx") || arch.equals("amdgcn") || arch.startsWith("spirv");
    }

    /// Whether a link for this target takes modules of `that`. The operating system of an AMD GPU
    /// decides how its kernels are loaded; those of other targets do not matter to a device link. A
    /// module without a triple is of the target of the link, unless lld has to find the machine.
    boolean links(ModuleTarget that) {
        if (that.isUnknown()) {
            return !isAmd();
        }
        boolean isOneSystem =
                !isAmd() || system.isEmpty() || that.system.isEmpty() || system.equals(that.system);
        return arch.equals(that.arch) && isOneSystem;
    }

    /// Whether modules of the target whose pointers have another size are not compiled.
    boolean requiresItsPointers(DataLayout layout) {
        return isAmd() && layout.pointerBits(0) != 64;
    }

    /// What in `layout` is not of this target, in words; empty if nothing, or if the kit does not
    /// know the layouts of the target.
    Optional<String> layoutFault(DataLayout layout) {
        var expected = LAYOUTS.get(arch);
        if (expected == null) {
            return Optional.empty();
        }
        if (layout.isBigEndian() != expected.isBigEndian) {
            return Optional.of(
                    "byte order is %s when it should be %s"
                            .formatted(order(layout.isBigEndian()), order(expected.isBigEndian)));
        }
        if (layout.pointerBits(0) != expected.pointerBits) {
            return Optional.of(
                    "pointers have %d bits when they should have %d"
                            .formatted(layout.pointerBits(0), expected.pointerBits));
        }
        return layout.stackSpace() == expected.stackSpace
                ? Optional.empty()
                : Optional.of(
                        "the stack is in address space %d when it should be in %d"
                                .formatted(layout.stackSpace(), expected.stackSpace));
    }

    private static String order(boolean isBigEndian) {
        return isBigEndian ? "big-endian" : "little-endian";
    }
}
