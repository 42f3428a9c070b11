package org.offloadtck.offload;

/// Signals that a process's environment asks for devices that are not here, or for a profile nobody
/// knows. The message is one line.
final class InvalidSettingException extends RuntimeException {

    private static final long serialVersionUID = 1;

    InvalidSettingException(String problem) {
        super(problem);
    }
}
