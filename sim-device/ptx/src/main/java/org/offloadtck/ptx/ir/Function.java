package org.offloadtck.ptx.ir;

/// A function with its body.
///
/// @param source the name of the text that it was parsed from, in diagnostics; linking keeps it
public record Function(String source, Signature signature, Statements statements) {

    /// The statements, which are parsed at each call if they are [compact][#compact].
    public Body body() {
        return statements.body();
    }

    /// The same function, whose statements are parsed when they are needed.
    public Function compact() {
        return new Function(source, signature, statements.compact());
    }

    public String name() {
        return signature.name();
    }

    public boolean isKernel() {
        return signature.kind() == Signature.FunctionKind.ENTRY;
    }

    /// Where the statements of a function are: a [Body], or a text that has them.
    ///
    /// Thread-safe.
    public interface Statements {

        /// The statements. Those of a text are parsed at each call.
        Body body();

        /// The same statements, in the text that they were parsed from if there is one: they take
        /// no memory beside it until they are needed.
        Statements compact();
    }
}
