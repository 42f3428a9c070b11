package org.offloadtck.engine.interpreter;

import org.offloadtck.engine.code.CallSite;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.program.DecodedFunction;

/// What can be wrong with a call.
final class CallFaults {

    private CallFaults() {}

    /// Refuses a call whose arguments and results are not as many as the function's.
    static void check(DecodedFunction callee, CallSite site, int lane) {
        boolean fits =
                callee.parameters().size() == site.arguments().size()
                        && callee.results().size() == site.results().size();
        if (!fits) {
            throw new LaneFault(
                    FaultKind.INVALID_CALL,
                    lane,
                    "call of '%s' with %d arguments for %d results when it should have %d for %d"
                            .formatted(
                                    callee.name(),
                                    site.arguments().size(),
                                    site.results().size(),
                                    callee.parameters().size(),
                                    callee.results().size()));
        }
    }
}
