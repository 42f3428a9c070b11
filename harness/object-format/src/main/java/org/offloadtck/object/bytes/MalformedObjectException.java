package org.offloadtck.object.bytes;

/// Signals bytes that break a rule of their format.
///
/// The message reads like a compiler diagnostic, `file: offset 0x28: entry table needs 40 bytes …`.
///
/// Requirements: FO-08, OB-04, OE-08.
public final class MalformedObjectException extends RuntimeException {

    private final String source;
    private final long offset;
    private final FormatRule rule;
    private final String problem;
    private final String message;

    MalformedObjectException(String source, long offset, FormatRule rule, String problem) {
        this.message = "%s: offset 0x%x: %s".formatted(source, offset, problem);
        this.source = source;
        this.offset = offset;
        this.rule = rule;
        this.problem = problem;
    }

    /// This exception with the failure that revealed the fault.
    public MalformedObjectException causedBy(Throwable cause) {
        initCause(cause);
        return this;
    }

    @Override
    public String getMessage() {
        return message;
    }

    public String source() {
        return source;
    }

    /// Offset of the offending field, in bytes from the start of the source.
    public long offset() {
        return offset;
    }

    public FormatRule rule() {
        return rule;
    }

    /// The fault, without source and offset.
    public String problem() {
        return problem;
    }
}
