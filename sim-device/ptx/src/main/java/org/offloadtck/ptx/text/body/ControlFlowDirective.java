package org.offloadtck.ptx.text.body;

import java.util.List;
import org.offloadtck.object.ptx.PtxToken;
import org.offloadtck.ptx.ir.Signature;

/// A labelled directive that indirect calls and branches refer to (PTX ISA §11.3, control flow
/// directives).
sealed interface ControlFlowDirective {

    /// `.callprototype`
    record Prototype(Signature signature) implements ControlFlowDirective {}

    /// `.calltargets`: functions of one signature.
    record Targets(Signature signature, List<String> functions) implements ControlFlowDirective {}

    /// `.branchtargets`
    record Labels(List<PtxToken> labels) implements ControlFlowDirective {}
}
