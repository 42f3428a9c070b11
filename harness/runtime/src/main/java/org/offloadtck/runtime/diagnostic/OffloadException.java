package org.offloadtck.runtime.diagnostic;

/// Signals that a program, an executable or an image breaks a rule of the runtime's interface. The
/// message has the form of a compiler diagnostic: `__tgt_register_lib: 0x405010: HostEntriesEnd is
/// 0x404000, when it should …`.
///
/// Requirement: RG-04.
public final class OffloadException extends RuntimeException {

    private final String source;
    private final long address;
    private final RuntimeRule rule;
    private final String problem;

    /// An exception for one broken rule.
    ///
    /// @param source the entry point that was called, or `host memory`
    /// @param address the faulty host address: of a field, a map argument, an entry
    /// @param problem the value found and the value expected
    public OffloadException(String source, long address, RuntimeRule rule, String problem) {
        super("%s: 0x%x: %s".formatted(source, address, problem));
        this.source = source;
        this.address = address;
        this.rule = rule;
        this.problem = problem;
    }

    public String source() {
        return source;
    }

    public long address() {
        return address;
    }

    public RuntimeRule rule() {
        return rule;
    }

    /// The message without source and address.
    public String problem() {
        return problem;
    }
}
