package org.offloadtck.linker.wrap;

/// What the wrapper object is linked into.
public enum LinkKind {
    /// A program or a shared library, which is loaded next.
    FINAL,
    /// An object, by `-r`: the images wait for the link of a program.
    RELOCATABLE
}
