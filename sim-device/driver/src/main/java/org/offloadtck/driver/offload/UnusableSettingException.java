package org.offloadtck.driver.offload;

/// Signals that a process's environment asks for devices that are not here, or for a profile nobody
/// knows. The message is one line.
final class UnusableSettingException extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnusableSettingException(String problem) {
        super(problem);
    }
}
