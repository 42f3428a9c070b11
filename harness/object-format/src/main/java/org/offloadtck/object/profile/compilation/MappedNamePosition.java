package org.offloadtck.object.profile.compilation;

/// Where the text about a mapped variable, which has the form of a source location, names it.
public enum MappedNamePosition {
    /// `;file;variable;line;column;;`
    FUNCTION,
    /// `;variable;file;line;column;;`
    FILE
}
