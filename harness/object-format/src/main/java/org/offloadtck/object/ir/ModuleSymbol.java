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
        Place place) {

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

    /// Whether other modules and the host can find it: defined, not local, and not hidden.
    public boolean isExported() {
        return isDefined() && !linkage.isLocal() && visibility != Visibility.HIDDEN;
    }

    ModuleSymbol asKernel() {
        return new ModuleSymbol(name, Kind.KERNEL, linkage, visibility, presence, section, place);
    }
}
