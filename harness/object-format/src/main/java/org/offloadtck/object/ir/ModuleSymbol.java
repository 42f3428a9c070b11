package org.offloadtck.object.ir;

import java.util.Locale;

/// A function, variable or alias of a module.
///
/// @param section the section that the module states for it; empty if none
/// @param alignment of a variable in LLVM IR, in bytes; otherwise [#UNSTATED_ALIGNMENT]
/// @param position of its name
public record ModuleSymbol(
        String name,
        Kind kind,
        Linkage linkage,
        Visibility visibility,
        Presence presence,
        String section,
        long alignment,
        TextPosition position,
        SymbolContent content) {

    public static final long UNSTATED_ALIGNMENT = 0;

    /// The kind of a symbol.
    public enum Kind {
        /// A function the host can launch.
        KERNEL,
        FUNCTION,
        VARIABLE,
        ALIAS;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Whether the module defines the symbol.
    public enum Presence {
        DEFINED,
        /// Another module defines it.
        DECLARED
    }

    public boolean isDefined() {
        return presence == Presence.DEFINED;
    }

    /// Whether the host can look it up in an image: defined, not local, not hidden and no appending
    /// array of the compiler.
    public boolean isExported() {
        return isDefined()
                && !linkage.isLocal()
                && linkage != Linkage.APPENDING
                && visibility != Visibility.HIDDEN;
    }

    /// The symbol in words: `kernel zaxpy, weak_odr protected`. PTX has no visibility.
    public String description() {
        return "%s %s, %s%s"
                .formatted(
                        kind.word(),
                        name,
                        linkage.keyword(),
                        visibility == Visibility.UNSTATED ? "" : " " + visibility.keyword());
    }

    ModuleSymbol asKernel() {
        return new ModuleSymbol(
                name,
                Kind.KERNEL,
                linkage,
                visibility,
                presence,
                section,
                alignment,
                position,
                content);
    }
}
