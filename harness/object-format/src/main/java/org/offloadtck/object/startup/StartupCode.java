package org.offloadtck.object.startup;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;
import org.offloadtck.object.startup.CodeValue.Place;
import org.offloadtck.object.startup.Initializer.Phase;

/// The functions that a program or library runs at start and exit, with all functions of the file
/// that these call.
///
/// Sources: generic ABI, "Initialization and Termination Functions"; GCC Internals, "Macros
/// Controlling Initialization Routines" for `.ctors` and `.dtors`, whose lists begin with -1 and
/// end with 0.
public final class StartupCode {

    /// The machines whose pointers are read.
    private static final Set<ElfMachine> READ = Set.of(ElfMachine.X86_64, ElfMachine.AARCH64);

    /// Instructions are read of so many functions of a file at most.
    private static final int LIMIT = 20_000;

    /// The functions of other files that register a function for the exit. Sources: C11, 7.22.4.2;
    /// Itanium C++ ABI, 3.3.6.3; glibc, `on_exit`.
    private static final Set<String> EXIT_FUNCTIONS = Set.of("atexit", "__cxa_atexit", "on_exit");

    private final FileMemory memory;
    private final List<Initializer> initializers = new ArrayList<>();
    private final Map<SectionOffset, FunctionTrace> traces = new HashMap<>();
    private final Set<Pending> seen = new HashSet<>();

    public StartupCode(FileMemory memory) {
        this.memory = memory;
        if (READ.contains(memory.object().header().machine())) {
            for (int index = 0; index < memory.object().sections().size(); index++) {
                array(index);
            }
        }
    }

    /// A function that runs at start or exit, directly or through `initializer`.
    ///
    /// @param phase when the function runs; a function that a function of the start registers with
    ///   `atexit` runs at exit
    public record Step(Initializer initializer, Phase phase, FunctionTrace trace) {}

    /// The reason why the functions of a file cannot be read; empty if they can.
    public static Optional<String> obstacle(ElfObject object) {
        return object.header().machine().equals(ElfMachine.X86_64)
                ? Optional.empty()
                : Optional.of(
                        "the kit reads no code of ELF machine %d"
                                .formatted(object.header().machine().code()));
    }

    private record Pending(SectionOffset function, Phase phase) {}

    public List<Initializer> initializers() {
        return initializers;
    }

    private void array(int index) {
        var section = memory.object().sections().get(index);
        var phase = phase(section);
        if (phase.isEmpty()) {
            return;
        }
        for (long at = 0; at + Long.BYTES <= section.contents().size(); at += Long.BYTES) {
            var pointer = new SectionOffset(index, at);
            var function = memory.pointer(pointer);
            if (!isMark(section, function)) {
                initializers.add(new Initializer(phase.get(), pointer, function));
            }
        }
    }

    private static Optional<Phase> phase(Section section) {
        if (!section.has(SectionFlag.ALLOC)) {
            return Optional.empty();
        }
        boolean starts = section.type().equals(SectionType.INIT_ARRAY) || isList(section, ".ctors");
        boolean ends = section.type().equals(SectionType.FINI_ARRAY) || isList(section, ".dtors");
        return starts
                ? Optional.of(Phase.START)
                : ends ? Optional.of(Phase.EXIT) : Optional.empty();
    }

    private static boolean isList(Section section, String name) {
        return section.name().equals(name) || section.name().startsWith(name + ".");
    }

    private static boolean isMark(Section section, CodeValue function) {
        return !section.type().equals(SectionType.INIT_ARRAY)
                && !section.type().equals(SectionType.FINI_ARRAY)
                && (function.equals(new CodeValue.Constant(0))
                        || function.equals(new CodeValue.Constant(-1)));
    }

    /// The functions that run, callers before callees. A function that several initializers reach
    /// in one phase is listed for the first.
    public List<Step> steps() {
        var steps = new ArrayList<Step>();
        for (var initializer : initializers) {
            boolean isCode = obstacle(memory.object()).isEmpty();
            if (isCode && initializer.function() instanceof Place(var function)) {
                follow(steps, initializer, function);
            }
        }
        return steps;
    }

    private void follow(List<Step> steps, Initializer initializer, SectionOffset function) {
        Deque<Pending> pending = new ArrayDeque<>();
        pending.add(new Pending(function, initializer.phase()));
        while (!pending.isEmpty()) {
            var next = pending.poll();
            if (traces.size() == LIMIT || !seen.add(next)) {
                continue;
            }
            var trace =
                    traces.computeIfAbsent(
                            next.function(), place -> X86Tracer.trace(memory, place));
            steps.add(new Step(initializer, next.phase(), trace));
            for (var call : trace.calls()) {
                code(call.target())
                        .ifPresent(callee -> pending.add(new Pending(callee, next.phase())));
                code(call.argument())
                        .filter(_ -> mayRegister(call.target()))
                        .ifPresent(handler -> pending.add(new Pending(handler, Phase.EXIT)));
            }
        }
    }

    /// Whether a function may register its argument for the exit. Of functions of the file, such as
    /// the `atexit` that glibc links statically, nothing is known.
    private static boolean mayRegister(CodeValue function) {
        return !(function instanceof CodeValue.Imported(var symbol, _))
                || EXIT_FUNCTIONS.contains(symbol);
    }

    private Optional<SectionOffset> code(CodeValue value) {
        return value instanceof Place(var place) && memory.section(place).has(SectionFlag.EXECINSTR)
                ? Optional.of(place)
                : Optional.empty();
    }

    /// The priority of an initializer of an object, by the name of its section: 65535 without a
    /// number. Source: GCC, `constructor` attribute, and GNU ld 2.40, `.init_array.*`.
    public OptionalInt priority(Initializer initializer) {
        var name = memory.section(initializer.pointer()).name();
        int dot = name.lastIndexOf('.');
        if (memory.isLinked() || !name.startsWith(".init_array")) {
            return OptionalInt.empty();
        }
        try {
            return OptionalInt.of(dot > 0 ? Integer.parseInt(name.substring(dot + 1)) : 65535);
        } catch (NumberFormatException _) {
            return OptionalInt.empty();
        }
    }
}
