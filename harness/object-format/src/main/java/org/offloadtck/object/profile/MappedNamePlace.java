package org.offloadtck.object.profile;

/// Where the text about a mapped variable, which has the form of a source location, names it.
public enum MappedNamePlace {
    /// `;file;variable;line;column;;`
    FUNCTION,
    /// `;variable;file;line;column;;`
    FILE
}
