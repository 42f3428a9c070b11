package org.offloadtck.object.check.registration;

import static org.offloadtck.object.check.registration.RegistrationFunction.REGISTER_CUDA;
import static org.offloadtck.object.check.registration.RegistrationFunction.REGISTER_HIP;
import static org.offloadtck.object.check.registration.RegistrationFunction.REGISTER_LIBRARY;
import static org.offloadtck.object.check.registration.RegistrationFunction.UNREGISTER_LIBRARY;

import java.util.Arrays;
import java.util.List;
import org.offloadtck.object.check.entry.LinkFlagCheck;
import org.offloadtck.object.check.entry.LinkFlagCheck.Calls;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedValue;
import org.offloadtck.object.check.registration.HostRegistration.RegistrationCall;
import org.offloadtck.object.check.report.Place;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;
import org.offloadtck.object.profile.compilation.RequiresStyle;
import org.offloadtck.object.profile.link.DummyBinding;
import org.offloadtck.object.profile.link.UnregisterStyle;
import org.offloadtck.object.startup.CodeValue;
import org.offloadtck.object.startup.FunctionCall;
import org.offloadtck.object.startup.Initializer;
import org.offloadtck.object.startup.Initializer.Phase;
import org.offloadtck.object.startup.StartupCode;

/// Finds the parts that register linked images: the descriptor, the images it names, and the
/// functions that a program runs at start and exit.
///
/// Source of the symbols: "Offloading Design & Internals", table "Global Variables", and LLVM 15 to
/// 23, `OffloadWrapper.cpp`.
///
/// Requirements: MT-06, OE-10.
public final class RegistrationCheck {

    /// The functions that register images of OpenMP, CUDA and HIP when a program starts.
    private static final List<String> CONSTRUCTORS =
            List.of(".omp_offloading.descriptor_reg", ".cuda.fatbin_reg", ".hip.fatbin_reg");

    private static final String UNREGISTER = ".omp_offloading.descriptor_unreg";
    private static final String DUMMY = "__dummy.";

    /// The function by which programs of some editions register their `requires` clauses. Source:
    /// LLVM 14 to 18, `clang/lib/CodeGen/CGOpenMPRuntime.cpp`.
    private static final String REGISTER_REQUIRES = "__tgt_register_requires";

    private final HostRegistration registration;
    private final ElfObject object;
    private final Observations observations;

    public RegistrationCheck(HostRegistration registration, Observations observations) {
        this.registration = registration;
        this.object = registration.memory().object();
        this.observations = observations;
    }

    public void read() {
        requires();
        object.symbols().stream()
                .filter(symbol -> symbol.name().startsWith(DUMMY) && !symbol.isUndefined())
                .forEach(this::dummy);
        registration.code().initializers().stream()
                .filter(this::isConstructor)
                .forEach(this::constructor);
        unregister();
        calls();
    }

    /// Checks the calls of registration functions.
    private void calls() {
        StartupCode.obstacle(object)
                .filter(_ -> !registration.descriptors().isEmpty())
                .ifPresentOrElse(
                        reason -> observations.skip("registration, because " + reason),
                        () -> {
                            new RegistrationCallCheck(registration, observations).read();
                            new UnregistrationCheck(registration, observations).read();
                            new FatBinaryRegistrationCheck(registration, observations).read();
                        });
    }

    /// Whether the initializer runs a function of a wrapper: one that registers a descriptor, or
    /// one that registers a fat binary and the entries of a section.
    private boolean isConstructor(Initializer initializer) {
        boolean isNamed =
                initializer.function() instanceof CodeValue.Place(var function)
                        && CONSTRUCTORS.contains(registration.label(function));
        return isNamed
                || registers(initializer, REGISTER_LIBRARY)
                || (registers(initializer, REGISTER_CUDA, REGISTER_HIP) && iterates(initializer));
    }

    private boolean registers(Initializer initializer, RegistrationFunction... functions) {
        return Arrays.stream(functions)
                .map(registration::calls)
                .flatMap(List::stream)
                .anyMatch(call -> call.step().initializer().equals(initializer));
    }

    private boolean iterates(Initializer initializer) {
        return registration.steps().stream()
                .filter(step -> step.initializer().equals(initializer))
                .flatMap(step -> step.trace().addresses().stream())
                .anyMatch(address ->
                        address instanceof CodeValue.Imported(var symbol, _)
                                && symbol.startsWith("__start_"));
    }

    private void requires() {
        boolean isNamed = namesRequires(object.symbols());
        new LinkFlagCheck(observations)
                .read(
                        requiresClauses(),
                        isNamed || namesRequires(object.dynamicSymbols())
                                ? Calls.SOME
                                : Calls.NONE);
        if (isNamed) {
            observations.add(
                    ObservedValue.satisfying(
                            "entries.requires.style",
                            "constructor",
                            new Place("symbol " + REGISTER_REQUIRES, "", 0),
                            profile -> profile.entries().requires() == RequiresStyle.CONSTRUCTOR,
                            "entry"));
        }
    }

    private static boolean namesRequires(List<Symbol> symbols) {
        return symbols.stream().anyMatch(symbol -> isNamed(symbol, REGISTER_REQUIRES));
    }

    /// The arguments with which functions of the start register `requires` clauses.
    private List<CodeValue> requiresClauses() {
        return registration.steps().stream()
                .flatMap(step -> step.trace().calls().stream())
                .filter(call -> call.name().equals(REGISTER_REQUIRES))
                .map(FunctionCall::argument)
                .toList();
    }

    /// Whether the symbol has the name, perhaps with a version.
    private static boolean isNamed(Symbol symbol, String name) {
        return symbol.name().startsWith(name)
                && (symbol.name().length() == name.length()
                        || symbol.name().charAt(name.length()) == '@');
    }

    private void dummy(Symbol symbol) {
        var where = place(symbol);
        observations.add(
                ObservedValue.among(
                        "wrapper.dummy-symbol",
                        symbol.name(),
                        where,
                        profile -> profile.wrapper().dummySymbols().values()));
        if (isRelocatable()) {
            var binding = symbol.isLocal() ? DummyBinding.INTERNAL : DummyBinding.EXTERNAL_HIDDEN;
            observations.add(
                    ObservedValue.equal(
                            "wrapper.dummy-binding",
                            binding.label(),
                            where,
                            profile -> profile.wrapper().dummyBinding().label()));
        }
    }

    private void constructor(Initializer initializer) {
        var priority = registration.code().priority(initializer);
        if (priority.isPresent()) {
            observations.add(
                    ObservedValue.equal(
                            "wrapper.constructor-priority",
                            Integer.toString(priority.getAsInt()),
                            Place.of(registration.memory().section(initializer.pointer())),
                            profile -> Integer.toString(profile.wrapper().constructorPriority())));
        }
    }

    /// Records how descriptors are unregistered: by calls at exit, or, where these cannot be read,
    /// by the function with the wrapper's name.
    private void unregister() {
        var steps =
                registration.calls(UNREGISTER_LIBRARY).stream()
                        .map(RegistrationCall::step)
                        .filter(step -> step.phase() == Phase.EXIT)
                        .toList();
        for (var step : steps) {
            unregister(step.trace().function(), step.initializer().phase());
        }
        if (steps.isEmpty()) {
            HostRegistration.places(object, UNREGISTER).stream()
                    .findFirst()
                    .ifPresent(named -> unregister(named, phaseOf(named)));
        }
    }

    private Phase phaseOf(SectionOffset function) {
        return registration.code().initializers().stream()
                .filter(initializer -> initializer.function().equals(new CodeValue.Place(function)))
                .map(Initializer::phase)
                .findFirst()
                .orElse(Phase.START);
    }

    /// @param phase when the initializer of the function runs
    private void unregister(SectionOffset function, Phase phase) {
        var style =
                switch (phase) {
                    case EXIT -> UnregisterStyle.FINI_ARRAY;
                    case START -> UnregisterStyle.ATEXIT;
                };
        observations.add(
                ObservedValue.equal(
                        "wrapper.unregister",
                        style.label(),
                        place(registration.label(function), function),
                        profile -> profile.wrapper().unregister().label()));
    }

    private Place place(Symbol symbol) {
        return HostRegistration.places(object, symbol.name()).stream()
                .findFirst()
                .map(place -> place(symbol.name(), place))
                .orElse(new Place("symbol " + symbol.name(), "", 0));
    }

    private Place place(String symbol, SectionOffset place) {
        var section = object.sections().get(place.section());
        return new Place(
                "symbol " + symbol, section.name(), section.contents().base() + place.offset());
    }

    private boolean isRelocatable() {
        return object.header().type().equals(ElfType.RELOCATABLE);
    }
}
