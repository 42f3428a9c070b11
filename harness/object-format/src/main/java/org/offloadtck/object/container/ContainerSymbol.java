package org.offloadtck.object.container;

/// A name that a module's PTX gives to or wants from other modules.
///
/// @param size in bytes, of a variable that is defined; 0 for anything else
public record ContainerSymbol(String name, Kind kind, Linkage linkage, long size) {

    /// What the name stands for.
    public enum Kind {
        /// A `.func` or `.entry`.
        FUNCTION,
        /// A module-scope variable.
        VARIABLE
    }

    /// How the name takes part in linking.
    public enum Linkage {
        /// `.visible`: defined here and nowhere else.
        DEFINED,
        /// `.weak`: defined here and perhaps elsewhere.
        WEAK,
        /// `.extern`: defined elsewhere.
        UNDEFINED
    }

    boolean isReference() {
        return linkage == Linkage.UNDEFINED;
    }
}
