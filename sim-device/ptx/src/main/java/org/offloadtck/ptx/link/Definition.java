package org.offloadtck.ptx.link;

import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.Variable;

/// The definition of a symbol in a module.
sealed interface Definition {

    /// The name of the module.
    String source();

    String name();

    PtxLinkage linkage();

    TextSpan span();

    record OfVariable(String source, Variable variable) implements Definition {

        @Override
        public String name() {
            return variable.name();
        }

        @Override
        public PtxLinkage linkage() {
            return variable.linkage();
        }

        @Override
        public TextSpan span() {
            return variable.span();
        }
    }

    record OfFunction(String source, Function function) implements Definition {

        @Override
        public String name() {
            return function.name();
        }

        @Override
        public PtxLinkage linkage() {
            return function.signature().linkage();
        }

        @Override
        public TextSpan span() {
            return function.signature().span();
        }
    }

    /// The definition that takes precedence; this one if neither does.
    ///
    /// Requirements: SD-05, SD-06.
    ///
    /// @throws PtxLinkException if both are strong, or one is a variable and the other a function
    default Definition or(Definition later) {
        if (this instanceof OfVariable != later instanceof OfVariable) {
            throw later.conflict("is a variable here and a function there", this);
        }
        if (strength() == Strength.STRONG && later.strength() == Strength.STRONG) {
            throw later.conflict("is defined twice", this);
        }
        int order = later.strength().compareTo(strength());
        return order > 0 || (order == 0 && later.size() > size()) ? later : this;
    }

    private PtxLinkException conflict(String what, Definition earlier) {
        return new PtxLinkException(
                source(),
                span(),
                "'%s' %s, first at %s:%s"
                        .formatted(name(), what, earlier.source(), earlier.span()));
    }

    /// Size in bytes of a common variable; 0 for other definitions, whose size does not matter.
    private long size() {
        return this instanceof OfVariable(_, var variable) && linkage() == PtxLinkage.COMMON
                ? variable.size()
                : 0;
    }

    private Strength strength() {
        return switch (linkage()) {
            case WEAK -> Strength.WEAK;
            case COMMON -> Strength.COMMON;
            case LOCAL, VISIBLE, EXTERN -> Strength.STRONG;
        };
    }

    /// Precedence of definitions, lowest first.
    enum Strength {
        WEAK,
        COMMON,
        STRONG
    }
}
