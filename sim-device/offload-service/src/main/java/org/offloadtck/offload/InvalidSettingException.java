package org.offloadtck.offload;

/// Signals that an environment variable of a process names a platform without devices, or an
/// unknown ABI profile. The message is one line.
final class InvalidSettingException extends RuntimeException {

    private static final long serialVersionUID = 1;

    InvalidSettingException(String problem) {
        super(problem);
    }
}
