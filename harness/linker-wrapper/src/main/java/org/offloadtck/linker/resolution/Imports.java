package org.offloadtck.linker.resolution;

import static java.util.Collections.unmodifiableMap;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// The symbols that a program imports, such as `__tgt_register_lib`, each bound to a unique
/// address.
///
/// A native link finds them in shared objects. The reference pipeline runs no x86-64 code, so an
/// address needs only to be unique and in reach of a 32-bit relative call.
///
/// @param addresses by name, in binding order
public record Imports(Map<String, Long> addresses) {

    /// The address of the first import of [#of]: below the executable, above the null page.
    public static final long BASE = 0x10_0000L;

    /// The distance between imports of [#of] in bytes: the size of an x86-64 PLT entry.
    public static final long STRIDE = 16;

    public Imports {
        addresses = unmodifiableMap(new LinkedHashMap<>(addresses));
    }

    /// The symbols that compiled programs of every edition import from libomptarget and the C
    /// library.
    public static Imports ofRuntime() {
        return of(
                List.of(
                        "__tgt_register_lib",
                        "__tgt_unregister_lib",
                        "__tgt_register_requires",
                        "atexit",
                        "__tgt_target_kernel"));
    }

    public static Imports none() {
        return new Imports(Map.of());
    }

    /// Binds `names`, in order, to consecutive addresses from [#BASE] on.
    public static Imports of(List<String> names) {
        var addresses = new LinkedHashMap<String, Long>();
        for (String name : names) {
            addresses.putIfAbsent(name, BASE + STRIDE * addresses.size());
        }
        return new Imports(addresses);
    }

    OptionalLong address(String name) {
        Long address = addresses.get(name);
        return address == null ? OptionalLong.empty() : OptionalLong.of(address);
    }
}
