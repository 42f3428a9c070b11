package org.offloadtck.object.profile.compilation;

/// The field that names a mapped variable in its text, which has the form of a source location.
public enum MappedNamePosition {
    /// `;file;variable;line;column;;`
    FUNCTION,
    /// `;variable;file;line;column;;`
    FILE
}
