package org.offloadtck.object.ir;

import java.util.Locale;

/// A function, variable or alias at the top of a module.
///
/// @param section the one it is put into explicitly; empty if none
/// @param place where its name stands
public record ModuleSymbol(
        String name,
        Kind kind,
        Linkage linkage,
        Visibility visibility,
        Presence presence,
        String section,
        TextPosition position) {

    /// What a symbol stands for.
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

    /// Whether the module has what the symbol stands for.
    public enum Presence {
        DEFINED,
        /// Another module has to have it.
        DECLARED
    }

    public boolean isDefined() {
        return presence == Presence.DEFINED;
    }

    /// Whether the host can find it in an image: defined, not local, not hidden, and none of the
    /// lists that a module has for its compiler.
    public boolean isExported() {
        return isDefined()
                && !linkage.isLocal()
                && linkage != Linkage.APPENDING
                && visibility != Visibility.HIDDEN;
    }

    /// The symbol in words: `kernel zaxpy, weak_odr protected`; PTX has no visibility to tell.
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
                name, Kind.KERNEL, linkage, visibility, presence, section, position);
    }
}
