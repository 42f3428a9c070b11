package org.offloadtck.ptx.link;

import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.Variable;

/// What a module puts behind a name.
sealed interface Definition {

    /// What the module is called.
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

    /// Which of two definitions of a name stands; the earlier one where both are as good.
    ///
    /// @throws PtxLinkException if both insist, or are not the same kind of thing
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

    /// Of a common variable, in bytes; 0 of anything else, where size does not decide.
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

    /// How much a definition insists, least first.
    enum Strength {
        WEAK,
        COMMON,
        STRONG
    }
}
