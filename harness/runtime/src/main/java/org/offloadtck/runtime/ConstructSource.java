package org.offloadtck.runtime;

import org.offloadtck.object.offload.abi.Ident;
import org.offloadtck.object.offload.abi.SourceLocation;
import org.offloadtck.runtime.memory.HostMemory;

/// Names a construct in diagnostics: by its source location, if the compiler passed one.
///
/// Requirement: KL-13.
///
/// @param entryPoint the name without a source location
record ConstructSource(HostMemory host, String entryPoint) {

    /// The name of the construct whose `ident_t` is `ident`.
    ///
    /// @param ident address of an `ident_t`, or 0
    String of(long ident) {
        if (ident == 0) {
            return entryPoint;
        }
        Ident fields = Ident.parse(host.view(ident, Ident.SIZE, "ident_t"), 0);
        return SourceLocation.parse(host.string(fields.source(), "psource"))
                .filter(location -> location.line() > 0)
                .map(location ->
                        "%s:%d:%d: %s"
                                .formatted(
                                        location.file(),
                                        location.line(),
                                        location.column(),
                                        entryPoint))
                .orElse(entryPoint);
    }
}
