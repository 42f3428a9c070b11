package org.offloadtck.object.bitcode;

import java.util.OptionalLong;
import org.offloadtck.object.elf.model.SymbolVisibility;
import org.offloadtck.object.ir.Linkage;

/// A function, variable or alias of a bitcode module.
///
/// @param addressSpace of a variable; 0 for the others
/// @param bytes size of a variable in bytes; -1 if the kit cannot compute it
/// @param offset of its record, in bytes from the start of the file
public record BitcodeGlobal(
        String name,
        Kind kind,
        Linkage linkage,
        SymbolVisibility visibility,
        Presence presence,
        long addressSpace,
        long bytes,
        long offset) {

    /// The kind of a symbol.
    public enum Kind {
        /// A function that the host can launch, by its calling convention or by `nvvm.annotations`.
        KERNEL,
        FUNCTION,
        VARIABLE,
        ALIAS
    }

    /// Whether the module defines the symbol.
    public enum Presence {
        DEFINED,
        DECLARED
    }

    public boolean isDefined() {
        return presence == Presence.DEFINED && linkage != Linkage.AVAILABLE_EXTERNALLY;
    }

    /// Whether it is a symbol of other modules too: not local and no name of LLVM's own.
    public boolean isGlobal() {
        return !linkage.isLocal() && !name.startsWith("llvm.");
    }

    /// The name in object files: without the byte 1 that keeps LLVM from changing the name.
    public String linkerName() {
        return name.startsWith("\1") ? name.substring(1) : name;
    }

    /// Whether the host can look it up in an image.
    public boolean isExported() {
        return isDefined() && isGlobal() && !isHidden();
    }

    public boolean isHidden() {
        return visibility == SymbolVisibility.HIDDEN;
    }

    /// Whether two definitions of it break a link.
    public boolean isStrong() {
        return isDefined() && linkage == Linkage.EXTERNAL;
    }

    /// Size of a variable in bytes; empty if the kit cannot compute it.
    public OptionalLong size() {
        return bytes < 0 ? OptionalLong.empty() : OptionalLong.of(bytes);
    }

    BitcodeGlobal asKernel() {
        return new BitcodeGlobal(
                name, Kind.KERNEL, linkage, visibility, presence, addressSpace, bytes, offset);
    }
}
