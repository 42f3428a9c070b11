package org.offloadtck.ptx.ir;

/// A named variable or function.
public sealed interface PtxSymbol extends Operand.Base {

    String name();

    /// A variable that is declared in the function.
    ///
    /// @param index its index in [Body#variables]
    record Local(Variable variable, int index) implements PtxSymbol {

        @Override
        public String name() {
            return variable.name();
        }
    }

    /// A parameter of the function.
    ///
    /// @param index its index in [Signature#parameters]
    record Parameter(Variable variable, int index) implements PtxSymbol {

        @Override
        public String name() {
            return variable.name();
        }
    }

    /// A return parameter of the function.
    ///
    /// @param index its index in [Signature#results]
    record Result(Variable variable, int index) implements PtxSymbol {

        @Override
        public String name() {
            return variable.name();
        }
    }

    /// A module-scope variable or a function, possibly of another module.
    record Global(String name) implements PtxSymbol {}
}
