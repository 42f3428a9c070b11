package org.offloadtck.engine.access;

/// The kinds of memory accesses.
enum AccessKind {
    LOAD("load"),
    STORE("store"),
    ATOMIC("atomic");

    private final String noun;

    AccessKind(String noun) {
        this.noun = noun;
    }

    /// Describes an access for diagnostics: `load of 4 bytes at 0x10`.
    String describe(long address, int bytes) {
        return "%s of %d bytes at 0x%x".formatted(noun, bytes, address);
    }
}
