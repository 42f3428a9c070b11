package org.offloadtck.offload;

import java.util.Optional;
import org.offloadtck.object.offload.abi.Ident;
import org.offloadtck.object.offload.abi.SourceLocation;
import org.offloadtck.offload.protocol.RuntimeCall;
import org.offloadtck.runtime.diagnostic.OffloadException;

/// Names the construct a process has come to: `a.c:12:3 (main)`, or the function it called where
/// the compiler left no location.
record ConstructLocation(ProcessMemory host, RuntimeCall request) {

    /// Where the process is.
    String text() {
        return located().orElse(request.function().symbol());
    }

    /// The same behind the file whose descriptor was handed over, for what is wrong with that:
    /// `/tmp/libx.so: __tgt_register_lib`.
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
                    ALLOCATE_SHARED ->
                    "";
        };
    }

    private Optional<String> located() {
        return switch (request.function()) {
            case DATA_BEGIN, DATA_END, DATA_UPDATE, TARGET_KERNEL -> located(request.argument(0));
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
                    ALLOCATE_SHARED ->
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
            // What is wrong with the construct is told; that its place is not known is less.
            return Optional.empty();
        }
    }

    private static String text(SourceLocation location) {
        return "%s:%d:%d (%s)"
                .formatted(
                        location.file(), location.line(), location.column(), location.function());
    }
}
