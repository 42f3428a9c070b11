package org.offloadtck.object.check.module;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toUnmodifiableSet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Set;

/// The functions `__kmpc_*` that compilers may call on a device: those that a device runtime of
/// LLVM 14, 15, 16, 19 or 22 defines. `device-runtime-functions.txt` says where each list is from.
///
/// The releases between were not looked at: a function that only they have would be unknown here.
final class DeviceRuntimeFunctions {

    private static final String PREFIX = "__kmpc_";

    private static final Set<String> NAMES = read("device-runtime-functions.txt");

    private DeviceRuntimeFunctions() {}

    /// Whether the name is one of the runtime's, but no release has the function.
    static boolean lack(String name) {
        return name.startsWith(PREFIX) && !NAMES.contains(name);
    }

    private static Set<String> read(String resource) {
        try (var stream =
                Objects.requireNonNull(
                        DeviceRuntimeFunctions.class.getResourceAsStream(resource), resource)) {
            return new String(stream.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .collect(toUnmodifiableSet());
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }
}
