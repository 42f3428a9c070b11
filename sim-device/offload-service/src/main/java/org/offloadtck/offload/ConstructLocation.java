package org.offloadtck.offload;

import java.util.Optional;
import org.offloadtck.object.offload.abi.Ident;
import org.offloadtck.object.offload.abi.SourceLocation;
import org.offloadtck.offload.protocol.RuntimeCall;
import org.offloadtck.runtime.diagnostic.OffloadException;

/// The location of a call in the program: `a.c:12:3 (main)`, or the called function if there is no
/// location in the code.
///
/// Requirement: ER-17.
record ConstructLocation(ProcessMemory host, RuntimeCall request) {

    /// The location.
    String text() {
        return located().orElse(request.function().symbol());
    }

    /// The location after the file with the descriptor that the call registers, for errors in the
    /// descriptor: `/tmp/libx.so: __tgt_register_lib`.
    String textWithFile() {
        return file() + text();
    }

    private String file() {
        return switch (request.function()) {
            case REGISTER_LIBRARY, UNREGISTER_LIBRARY ->
                    host.file(request.argument(0)).map("%s: "::formatted).orElse("");
            case REGISTER_REQUIRES,
                    DATA_BEGIN,
                    DATA_END,
                    DATA_UPDATE,
                    TARGET_KERNEL,
                    COUNT_DEVICES,
                    ALLOCATE,
                    FREE,
                    IS_PRESENT,
                    COPY,
                    ASSOCIATE,
                    DISASSOCIATE,
                    MAPPED_POINTER,
                    FILL,
                    DESCRIBE_DEVICE,
                    SET_INFORMATION,
                    ALLOCATE_SHARED,
                    ALLOCATE_HOST,
                    ALLOCATE_DEVICE,
                    ATTACH_TOOL,
                    PREPARE,
                    INTEROP_INIT,
                    INTEROP_USE,
                    INTEROP_DESTROY,
                    INTEROP_DEVICE ->
                    "";
        };
    }

    private Optional<String> located() {
        return switch (request.function()) {
            case DATA_BEGIN,
                    DATA_END,
                    DATA_UPDATE,
                    TARGET_KERNEL,
                    PREPARE,
                    INTEROP_INIT,
                    INTEROP_USE,
                    INTEROP_DESTROY ->
                    located(request.argument(0));
            case REGISTER_REQUIRES,
                    REGISTER_LIBRARY,
                    UNREGISTER_LIBRARY,
                    COUNT_DEVICES,
                    ALLOCATE,
                    FREE,
                    IS_PRESENT,
                    COPY,
                    ASSOCIATE,
                    DISASSOCIATE,
                    MAPPED_POINTER,
                    FILL,
                    DESCRIBE_DEVICE,
                    SET_INFORMATION,
                    ALLOCATE_SHARED,
                    ALLOCATE_HOST,
                    ALLOCATE_DEVICE,
                    ATTACH_TOOL,
                    INTEROP_DEVICE ->
                    Optional.empty();
        };
    }

    /// @param ident address of an `ident_t`, or 0
    private Optional<String> located(long ident) {
        if (ident == 0) {
            return Optional.empty();
        }
        try {
            var fields = Ident.parse(host.view(ident, Ident.SIZE, "ident_t"), 0);
            return SourceLocation.parse(host.string(fields.source(), "psource"))
                    .filter(location -> location.line() > 0)
                    .map(ConstructLocation::text);
        } catch (OffloadException _) {
            // The error in the construct is reported; its location is optional.
            return Optional.empty();
        }
    }

    private static String text(SourceLocation location) {
        return "%s:%d:%d (%s)"
                .formatted(
                        location.file(), location.line(), location.column(), location.function());
    }
}
