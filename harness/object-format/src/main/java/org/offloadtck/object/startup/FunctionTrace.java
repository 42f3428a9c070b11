package org.offloadtck.object.startup;

import java.util.List;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;

/// The calls of a function and the addresses it computes, in the order of its instructions.
///
/// @param isWhole whether every instruction was decoded and every callee is known
public record FunctionTrace(
        SectionOffset function,
        List<FunctionCall> calls,
        List<CodeValue> addresses,
        boolean isWhole) {

    public FunctionTrace {
        calls = List.copyOf(calls);
        addresses = List.copyOf(addresses);
    }
}
