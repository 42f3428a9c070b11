package org.offloadtck.object.check.registration;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.stream.Stream;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;
import org.offloadtck.object.startup.CodeValue;
import org.offloadtck.object.startup.CodeValue.Place;
import org.offloadtck.object.startup.FileMemory;
import org.offloadtck.object.startup.FunctionCall;
import org.offloadtck.object.startup.Initializer.Phase;
import org.offloadtck.object.startup.StartupCode;
import org.offloadtck.object.startup.StartupCode.Step;

/// The registration of a host file: the descriptors, and the calls that register them at start and
/// unregister them at exit. Both are found without the names of local symbols.
///
/// Requirement: OC-45.
public final class HostRegistration {

    static final String DESCRIPTOR = ".omp_offloading.descriptor";

    private final FileMemory memory;
    private final StartupCode code;
    private final List<Step> steps;
    private final List<RegistrationCall> calls;
    private final SequencedSet<SectionOffset> descriptors;

    public HostRegistration(ElfObject object) {
        this.memory = new FileMemory(object);
        this.code = new StartupCode(memory);
        boolean registers = isOffloading(object);
        this.steps = registers ? code.steps() : List.of();
        this.calls = steps.stream().flatMap(HostRegistration::calls).toList();
        this.descriptors = registers ? findDescriptors() : new LinkedHashSet<>();
    }

    /// Whether the file can have a registration: it has a section of offloading, or refers to a
    /// registration function.
    private static boolean isOffloading(ElfObject object) {
        return object.sections().stream()
                        .map(Section::name)
                        .anyMatch(name ->
                                name.contains("offload")
                                        || name.endsWith("FatBinSegment")
                                        || name.contains("fatbin"))
                || references(object)
                        .anyMatch(symbol ->
                                symbol.name().equals(DESCRIPTOR)
                                        || RegistrationFunction.named(symbol.name()).isPresent());
    }

    private static Stream<Symbol> references(ElfObject object) {
        return Stream.of(object.dynamicSymbols(), object.symbols())
                .flatMap(List::stream)
                .filter(symbol -> symbol.name().startsWith("__") || symbol.name().startsWith("."));
    }

    /// A call of a registration function.
    record RegistrationCall(RegistrationFunction function, Step step, FunctionCall call) {

        boolean passes(SectionOffset place) {
            return call.argument().equals(new Place(place));
        }
    }

    private static Stream<RegistrationCall> calls(Step step) {
        return step.trace().calls().stream()
                .flatMap(call ->
                        RegistrationFunction.of(call)
                                .map(function -> new RegistrationCall(function, step, call))
                                .stream());
    }

    private SequencedSet<SectionOffset> findDescriptors() {
        SequencedSet<SectionOffset> found = new LinkedHashSet<>();
        found.addAll(places(memory.object(), DESCRIPTOR));
        var finder = new DescriptorFinder(memory);
        for (var call : calls(RegistrationFunction.REGISTER_LIBRARY)) {
            if (call.call().argument() instanceof Place(var place) && finder.isPlausible(place)) {
                found.add(place);
            }
        }
        if (found.isEmpty()) {
            found.addAll(finder.all());
        }
        return found;
    }

    /// The places where symbols called `name` are defined; several local symbols may have the name.
    static List<SectionOffset> places(ElfObject object, String name) {
        boolean relocatable = object.header().type().equals(ElfType.RELOCATABLE);
        var places = new ArrayList<SectionOffset>();
        for (var symbol : object.index().named(name)) {
            if (symbol.place() instanceof SymbolPlace.InSection(var index)) {
                long start = relocatable ? 0 : object.sections().get(index).address();
                places.add(new SectionOffset(index, symbol.value() - start));
            }
        }
        return places;
    }

    FileMemory memory() {
        return memory;
    }

    StartupCode code() {
        return code;
    }

    /// The descriptors, registered or not: those with the wrapper's name, and those that a
    /// registration function is called with. In a file without such, those with the structure of a
    /// descriptor.
    List<SectionOffset> descriptors() {
        return List.copyOf(descriptors);
    }

    /// The functions that run at start and exit.
    List<Step> steps() {
        return steps;
    }

    List<RegistrationCall> calls(RegistrationFunction function) {
        return calls.stream().filter(call -> call.function() == function).toList();
    }

    /// The reason why it is unknown which calls a phase makes; empty if it is known.
    Optional<String> obstacle(Phase phase) {
        return StartupCode.obstacle(memory.object())
                .or(() ->
                        steps.stream()
                                .filter(step -> phase == Phase.EXIT || step.phase() == phase)
                                .filter(step -> !step.trace().isWhole())
                                .findFirst()
                                .map(step ->
                                        "the kit cannot follow all calls of %s"
                                                .formatted(label(step.trace().function()))));
    }

    /// Whether the file refers to the function.
    boolean refersTo(RegistrationFunction function) {
        return references(memory.object())
                .anyMatch(symbol ->
                        RegistrationFunction.named(symbol.name()).equals(Optional.of(function)));
    }

    /// The name of a place in messages: a symbol, or a section and an offset.
    String label(SectionOffset place) {
        var object = memory.object();
        return object.index().at(place.section(), memory.address(place)).stream()
                .filter(HostRegistration::isNamed)
                .map(Symbol::name)
                .findFirst()
                .orElseGet(() -> "%s+0x%x".formatted(memory.section(place).name(), place.offset()));
    }

    private static boolean isNamed(Symbol symbol) {
        return !symbol.name().isEmpty() && !symbol.type().equals(SymbolType.SECTION);
    }

    /// A value in messages.
    String label(CodeValue value) {
        return switch (value) {
            case CodeValue.Unknown _ -> "a computed value";
            case CodeValue.Incoming _ -> "whatever the register holds";
            case CodeValue.Constant(var number) -> number == 0 ? "null" : "0x%x".formatted(number);
            case Place(var place) -> label(place);
            case CodeValue.Imported(var symbol, var addend) ->
                    addend == 0
                            ? symbol
                            : "%s%s0x%x"
                                    .formatted(symbol, addend < 0 ? "-" : "+", Math.abs(addend));
        };
    }
}
