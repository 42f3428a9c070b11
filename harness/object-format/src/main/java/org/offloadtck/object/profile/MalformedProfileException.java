package org.offloadtck.object.profile;

/// Signals a profile that is not valid. The message reads `file: key: problem`.
public final class MalformedProfileException extends RuntimeException {

    private final String source;
    private final String key;
    private final String message;

    MalformedProfileException(String source, String key, String problem) {
        this.message = "%s: %s: %s".formatted(source, key, problem);
        this.source = source;
        this.key = key;
    }

    MalformedProfileException causedBy(Throwable cause) {
        initCause(cause);
        return this;
    }

    @Override
    public String getMessage() {
        return message;
    }

    /// The file at fault.
    public String source() {
        return source;
    }

    /// The key at fault, such as `entries.layout`, or the line if the file is not YAML.
    public String key() {
        return key;
    }
}
