package org.offloadtck.simt.execution;

import org.offloadtck.simt.image.CallSite;
import org.offloadtck.simt.image.DeviceFunction;

/// What can be wrong with a call.
final class CallFault {

    private CallFault() {}

    /// Refuses a call whose arguments and results are not as many as the function's.
    static void check(DeviceFunction callee, CallSite site, int lane) {
        boolean fits =
                callee.parameters().size() == site.arguments().size()
                        && callee.results().size() == site.results().size();
        if (!fits) {
            throw new Fault(
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
