package org.offloadtck.runtime.diagnostic;

/// Signals a broken rule of the runtime's interface. The message reads like a compiler diagnostic,
/// `__tgt_register_lib: 0x405010: HostEntriesEnd is 0x404000, when it should …`.
public final class OffloadException extends RuntimeException {

    private final String source;
    private final long address;
    private final RuntimeRule rule;
    private final String problem;

    /// @param source the entry point of the runtime at work, or `host memory`
    /// @param address the host address at fault: of a field, a map argument, an entry
    /// @param problem what is, when it should be what
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

    /// What is wrong, without source and address.
    public String problem() {
        return problem;
    }
}
