package org.offloadtck.emulation.inject;

/// Signals a malformed specification of a fault: `'oom' when it should be one of …, N counted from
/// 1`.
public final class InjectionSyntaxException extends RuntimeException {

    private static final long serialVersionUID = 1;

    InjectionSyntaxException(String text, String forms) {
        super("'%s' when it should be one of %s, N counted from 1".formatted(text, forms));
    }
}
