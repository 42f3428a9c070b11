package org.offloadtck.ptx.text.body;

import java.util.List;
import org.offloadtck.object.ptx.PtxToken;
import org.offloadtck.ptx.ir.Signature;

/// What a label before a directive names, for an indirect call or branch to refer to.
sealed interface ControlFlowDirective {

    /// `.callprototype`
    record Prototype(Signature signature) implements ControlFlowDirective {}

    /// `.calltargets`: functions of one signature.
    record Targets(Signature signature, List<String> functions) implements ControlFlowDirective {}

    /// `.branchtargets`
    record Labels(List<PtxToken> labels) implements ControlFlowDirective {}
}
