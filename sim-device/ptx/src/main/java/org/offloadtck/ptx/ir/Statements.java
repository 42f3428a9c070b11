package org.offloadtck.ptx.ir;

/// Where the statements of a function are: a [Body], or a text that has them.
///
/// Thread-safe.
public interface Statements {

    /// The statements. Those of a text are parsed at each call.
    Body body();

    /// The same statements, in the text that they were parsed from if there is one: they take no
    /// memory beside it until they are needed.
    Statements compact();
}
