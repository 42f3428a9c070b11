package org.offloadtck.implementation.reference;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.plugin.Device;
import org.offloadtck.runtime.OffloadPolicy;
import org.offloadtck.runtime.OffloadRuntime;
import org.offloadtck.runtime.RuntimeOptions;
import org.offloadtck.runtime.memory.HostSegment.Access;
import org.offloadtck.runtime.memory.SimulatedHostMemory;

/// A linked host program in an address space of its own, with the runtime that it is linked with.
///
/// Functions outside the program are the absolute symbols of the executable; a call of one enters
/// this class, as a call of a shared library would.
final class SimulatedHostProcess implements AutoCloseable {

    /// The size of the largest section that is loaded, in bytes: more than any program of the
    /// corpus needs.
    private static final long LARGEST_SECTION = 1L << 28;

    /// The end of user space.
    ///
    /// @see "System V ABI, AMD64 Architecture Processor Supplement 1.0, 3.3.2: virtual address
    ///   space"
    private static final long USER_SPACE_END = 1L << 47;

    private final ElfObject executable;
    private final SimulatedHostMemory memory = new SimulatedHostMemory();
    private final OffloadRuntime runtime;
    private final ConstructorInterpreter constructors;
    private final Deque<Long> exitHandlers = new ArrayDeque<>();

    private SimulatedHostProcess(ElfObject executable, AbiProfile profile, Device device) {
        this.executable = executable;
        this.runtime =
                new OffloadRuntime(
                        memory,
                        List.of(device),
                        RuntimeOptions.of(profile, OffloadPolicy.DEFAULT)
                                .withImagesLoadedAtRegistration());
        this.constructors =
                new ConstructorInterpreter(executable.source(), memory, imports(), this::enter);
    }

    /// Loads `executable` and runs nothing.
    ///
    /// @param device the only device of the process; the caller closes it
    /// @throws HostFaultException if a section cannot be loaded
    static SimulatedHostProcess load(ElfObject executable, AbiProfile profile, Device device) {
        var process = new SimulatedHostProcess(executable, profile, device);
        try {
            executable.sections().stream()
                    .filter(section -> section.has(SectionFlag.ALLOC) && section.size() > 0)
                    .forEach(process::load);
            return process;
        } catch (RuntimeException | Error fault) {
            process.closeAfter(fault);
            throw fault;
        }
    }

    SimulatedHostMemory memory() {
        return memory;
    }

    OffloadRuntime runtime() {
        return runtime;
    }

    /// The address of `symbol`.
    ///
    /// @throws HostFaultException if the executable has no such symbol
    long address(String symbol) {
        return find(symbol)
                .orElseThrow(() ->
                        new HostFaultException(
                                executable.source(), symbol, "symbol is not in the executable"));
    }

    /// The address of `symbol`; empty if the executable has no such symbol.
    OptionalLong find(String symbol) {
        return executable.symbol(symbol).stream().mapToLong(Symbol::value).findFirst();
    }

    /// Runs the constructors, in the order of their array.
    void start() {
        arrays(SectionType.INIT_ARRAY).forEach(constructors::call);
    }

    /// Runs the functions registered with `atexit`, last first, then the destructors, last first.
    ///
    /// Requirement: RG-15.
    ///
    /// @see "System V gABI 4.1, Initialization and Termination Functions; C11, 7.22.4.4"
    void exit() {
        while (!exitHandlers.isEmpty()) {
            constructors.call(exitHandlers.pop());
        }
        arrays(SectionType.FINI_ARRAY).reversed().forEach(constructors::call);
    }

    @Override
    public void close() {
        runtime.close();
    }

    /// Closes the process because of `fault`. A failure to do so is added to `fault`.
    private void closeAfter(Throwable fault) {
        try {
            close();
        } catch (RuntimeException second) {
            fault.addSuppressed(second);
        }
    }

    /// Performs a call of the program to a function outside it.
    private void enter(String function, long argument) {
        switch (function) {
            case "__tgt_register_lib" -> runtime.registerLibrary(argument);
            case "__tgt_unregister_lib" -> runtime.unregisterLibrary(argument);
            case "__tgt_register_requires" -> runtime.registerRequires(argument);
            case "atexit" -> exitHandlers.push(argument);
            default ->
                    throw new HostFaultException(
                            executable.source(),
                            function,
                            "is called when no runtime of this process defines it");
        }
    }

    private void load(Section section) {
        if (section.size() > LARGEST_SECTION
                || Long.compareUnsigned(section.address(), USER_SPACE_END - section.size()) > 0) {
            throw new HostFaultException(
                    executable.source(),
                    section.name(),
                    "is 0x%x bytes at 0x%x when a section has at most 0x%x and ends before 0x%x"
                            .formatted(
                                    section.size(),
                                    section.address(),
                                    LARGEST_SECTION,
                                    USER_SPACE_END));
        }
        var contents = new byte[Math.toIntExact(section.size())];
        if (section.type().occupiesFile()) {
            MemorySegment.ofArray(contents).copyFrom(section.contents().bytes());
        }
        var access = section.has(SectionFlag.WRITE) ? Access.READ_WRITE : Access.READ_ONLY;
        memory.load(section.name(), section.address(), access, contents);
    }

    private Map<Long, String> imports() {
        var imports = new HashMap<Long, String>();
        executable.symbols().stream()
                .filter(symbol -> symbol.place().equals(SymbolPlace.ABSOLUTE) && !symbol.isLocal())
                .forEach(symbol -> imports.put(symbol.value(), symbol.name()));
        return Map.copyOf(imports);
    }

    /// The functions that sections of `type` point to, in the order of their addresses.
    private List<Long> arrays(SectionType type) {
        return executable.sections(type).stream()
                .flatMap(array -> functions(array).stream())
                .toList();
    }

    private List<Long> functions(Section array) {
        var functions = new ArrayList<Long>();
        for (long at = 0; at < array.size(); at += Long.BYTES) {
            functions.add(memory.i64(array.address() + at, array.name()));
        }
        return List.copyOf(functions);
    }
}
