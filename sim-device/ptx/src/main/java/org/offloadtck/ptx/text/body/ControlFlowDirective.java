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
    record Labels(List<ListedName> labels) implements ControlFlowDirective {}

    /// A name of a list: `L`, or `L0` of `L<2>`.
    ///
    /// @param token where it is written
    record ListedName(PtxToken token, String name) {}
}
