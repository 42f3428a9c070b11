package org.offloadtck.ptx.ir;

/// A name that stands for memory or code.
public sealed interface PtxSymbol extends Operand.Base {

    String name();

    /// A variable the function itself declares.
    ///
    /// @param index its place in [Body#variables]
    record Local(Variable variable, int index) implements PtxSymbol {

        @Override
        public String name() {
            return variable.name();
        }
    }

    /// A parameter of the function.
    ///
    /// @param index its place in [Signature#parameters]
    record Parameter(Variable variable, int index) implements PtxSymbol {

        @Override
        public String name() {
            return variable.name();
        }
    }

    /// A return parameter of the function.
    ///
    /// @param index its place in [Signature#results]
    record Result(Variable variable, int index) implements PtxSymbol {

        @Override
        public String name() {
            return variable.name();
        }
    }

    /// A module-scope variable or a function, possibly of another module.
    record Global(String name) implements PtxSymbol {}
}
