package org.offloadtck.implementation.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// A SHA-256 of named parts.
public final class BuildKey {

    /// Variables of a terminal or a session, which change from call to call and decide no build.
    private static final Set<String> OF_SESSIONS =
            Set.of(
                    "_",
                    "COLUMNS",
                    "DBUS_SESSION_BUS_ADDRESS",
                    "INVOCATION_ID",
                    "JOURNAL_STREAM",
                    "LINES",
                    "OLDPWD",
                    "PWD",
                    "SHLVL",
                    "SSH_CLIENT",
                    "SSH_CONNECTION",
                    "SSH_TTY",
                    "TERM",
                    "WINDOWID",
                    "XDG_SESSION_ID");

    private final MessageDigest digest = sha256();

    /// Adds a part.
    public BuildKey with(String name, byte[] value) {
        for (var bytes : new byte[][] {name.getBytes(UTF_8), value}) {
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            digest.update(bytes);
        }
        return this;
    }

    /// Adds a part.
    public BuildKey with(String name, String value) {
        return with(name, value.getBytes(UTF_8));
    }

    /// Adds the variables of a process, without those of a terminal or a session.
    public BuildKey withEnvironment(Map<String, String> environment) {
        new TreeMap<>(environment)
                .forEach((name, value) -> {
                    if (!OF_SESSIONS.contains(name)) {
                        with("variable " + name, value);
                    }
                });
        return this;
    }

    /// The key of all parts, as 64 hexadecimal digits. Ends the key: no part can be added.
    public String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }

    static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException fault) {
            throw new IllegalStateException(fault);
        }
    }
}
