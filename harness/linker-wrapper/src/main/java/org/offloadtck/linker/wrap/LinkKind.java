package org.offloadtck.linker.wrap;

/// The kind of link that a wrapper object takes part in.
public enum LinkKind {
    /// The link of a program or a shared library.
    FINAL,
    /// A relocatable link, `-r`: the images stay for the link of a program.
    RELOCATABLE
}
