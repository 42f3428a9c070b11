package org.offloadtck.liboffload;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// The open library. It stays open until the JVM ends, as its plugins keep devices.
@SuppressWarnings("restricted") // calls of native code, which is what the class is for
final class LiboffloadLibrary {

    /// The name of LLVM 22's library. Source: `DT_SONAME` of Debian's `liboffload-22`.
    static final String NAME = "libLLVMOffload.so.22.1";

    /// The folder of unpacked toolchains, as `OFFLOAD_TCK_TOOLCHAINS` names it for all tests.
    private static final String TOOLCHAINS = "OFFLOAD_TCK_TOOLCHAINS";

    /// The folder of Debian's package, and that of the package unpacked.
    private static final String FOLDER = "usr/lib/llvm-22/lib";

    private static Optional<LiboffloadLibrary> opened = Optional.empty();

    private final Map<LiboffloadFunction, MethodHandle> functions;

    private LiboffloadLibrary(SymbolLookup symbols) {
        functions = new EnumMap<>(LiboffloadFunction.class);
        for (var function : LiboffloadFunction.values()) {
            functions.put(
                    function,
                    Linker.nativeLinker()
                            .downcallHandle(
                                    symbols.findOrThrow(function.symbol()), function.descriptor())
                            .asSpreader(Object[].class, function.parameters()));
        }
    }

    /// The library, opened at the first call: from the linker's search path, then from the folders
    /// of Debian's package.
    ///
    /// @return empty if there is none, or it lacks a function
    static synchronized Optional<LiboffloadLibrary> open() {
        if (opened.isEmpty()) {
            opened = lookups().findFirst().flatMap(LiboffloadLibrary::bind);
        }
        return opened;
    }

    private static Stream<SymbolLookup> lookups() {
        var unpacked = Optional.ofNullable(System.getenv(TOOLCHAINS));
        var folders =
                Stream.concat(
                        unpacked.map(folder -> Path.of(folder, "llvm-22", FOLDER)).stream(),
                        Stream.of(Path.of("/", FOLDER)));
        return Stream.concat(
                lookup(NAME).stream(),
                folders.map(folder -> folder.resolve(NAME))
                        .filter(Files::isRegularFile)
                        .flatMap(file -> lookup(file.toString()).stream()));
    }

    private static Optional<SymbolLookup> lookup(String name) {
        try {
            return Optional.of(
                    name.contains("/")
                            ? SymbolLookup.libraryLookup(Path.of(name), Arena.global())
                            : SymbolLookup.libraryLookup(name, Arena.global()));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static Optional<LiboffloadLibrary> bind(SymbolLookup symbols) {
        try {
            return Optional.of(new LiboffloadLibrary(symbols));
        } catch (NoSuchElementException _) {
            return Optional.empty();
        }
    }

    /// Calls a function; returns its `ol_result_t`.
    MemorySegment call(LiboffloadFunction function, Object... arguments) {
        try {
            return (MemorySegment)
                    Objects.requireNonNull(functions.get(function)).invoke(arguments);
        } catch (RuntimeException | Error fault) {
            throw fault;
        } catch (Throwable fault) {
            throw new IllegalStateException(fault);
        }
    }

    /// The handles of all devices, those of the host too, in the library's order.
    List<MemorySegment> devices(LiboffloadCall call) {
        var devices = new ArrayList<MemorySegment>();
        try (var arena = Arena.ofConfined()) {
            var add =
                    MethodHandles.lookup()
                            .findStatic(
                                    LiboffloadLibrary.class,
                                    "add",
                                    MethodType.methodType(
                                            boolean.class,
                                            List.class,
                                            MemorySegment.class,
                                            MemorySegment.class))
                            .bindTo(devices);
            var callback =
                    Linker.nativeLinker()
                            .upcallStub(
                                    add,
                                    FunctionDescriptor.of(JAVA_BOOLEAN, ADDRESS, ADDRESS),
                                    arena);
            call.check(LiboffloadFunction.ITERATE_DEVICES, callback, MemorySegment.NULL);
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException(fault);
        }
        return devices;
    }

    /// `ol_device_iterate_cb_t`: keeps a device and asks for the next.
    static boolean add(List<MemorySegment> devices, MemorySegment device, MemorySegment userData) {
        return devices.add(device);
    }
}
