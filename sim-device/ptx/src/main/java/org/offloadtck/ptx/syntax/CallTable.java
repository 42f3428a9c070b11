package org.offloadtck.ptx.syntax;

import java.util.List;
import org.offloadtck.ptx.ir.Signature;

/// What a label before a directive names, for an indirect call or branch to refer to.
sealed interface CallTable {

    /// `.callprototype`
    record Prototype(Signature signature) implements CallTable {}

    /// `.calltargets`: functions of one signature.
    record Targets(Signature signature, List<String> functions) implements CallTable {}

    /// `.branchtargets`
    record Labels(List<Token> labels) implements CallTable {}
}
