package org.offloadtck.object.check.registration;

import java.util.List;
import java.util.Optional;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.registration.HostRegistration.RegistrationCall;
import org.offloadtck.object.check.rule.RegistrationRule;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;
import org.offloadtck.object.startup.CodeValue;
import org.offloadtck.object.startup.CodeValue.Place;
import org.offloadtck.object.startup.FileMemory;
import org.offloadtck.object.startup.FunctionCall;
import org.offloadtck.object.startup.FunctionTrace;
import org.offloadtck.object.startup.Initializer;
import org.offloadtck.object.startup.Initializer.Phase;
import org.offloadtck.object.startup.StartupCode.Step;

/// Checks that functions that run at start register the descriptors of a file, and the arguments of
/// all registration functions.
///
/// Requirement: OC-40.
final class RegistrationCallCheck {

    /// The function of a wrapper that registers its descriptor. Source: LLVM 13 to 23,
    /// `OffloadWrapper.cpp`, `createRegisterFunction`.
    private static final String CONSTRUCTOR = ".omp_offloading.descriptor_reg";

    private final HostRegistration registration;
    private final FileMemory memory;
    private final Observations observations;

    RegistrationCallCheck(HostRegistration registration, Observations observations) {
        this.registration = registration;
        this.memory = registration.memory();
        this.observations = observations;
    }

    void read() {
        registration.code().initializers().forEach(this::initializer);
        for (var function : RegistrationFunction.values()) {
            registration.calls(function).forEach(this::argument);
        }
        registration.descriptors().forEach(this::registered);
    }

    private void add(RegistrationRule rule, SectionOffset place, String problem) {
        observations.add(rule, memory.section(place).name(), memory.fileOffset(place), problem);
    }

    /// Checks that a pointer that a program calls points to code.
    private void initializer(Initializer initializer) {
        boolean isCode =
                switch (initializer.function()) {
                    case Place(var place) -> memory.section(place).has(SectionFlag.EXECINSTR);
                    case CodeValue.Constant _ -> false;
                    case CodeValue.Imported _, CodeValue.Unknown _, CodeValue.Incoming _ -> true;
                };
        if (!isCode) {
            add(
                    RegistrationRule.NO_INITIALIZER,
                    initializer.pointer(),
                    "the pointer is %s when it should point to a function"
                            .formatted(registration.label(initializer.function())));
        }
    }

    /// Checks the argument of a call. A fat binary is unregistered by its handle, which a variable
    /// holds.
    private void argument(RegistrationCall call) {
        var argument = call.call().argument();
        boolean fits =
                switch (call.function()) {
                    case REGISTER_LIBRARY, UNREGISTER_LIBRARY ->
                            argument instanceof Place(var place)
                                    && new DescriptorFinder(memory).isPlausible(place);
                    case REGISTER_CUDA, REGISTER_HIP -> argument instanceof Place;
                    case UNREGISTER_CUDA, UNREGISTER_HIP -> true;
                };
        if (fits || argument instanceof CodeValue.Imported) {
            return;
        }
        if (argument instanceof CodeValue.Unknown) {
            observations.skip(
                    "the argument of %s, because the kit cannot follow how %s computes it"
                            .formatted(
                                    call.function().symbol(),
                                    registration.label(call.step().trace().function())));
            return;
        }
        boolean isIgnored =
                call.function() == RegistrationFunction.UNREGISTER_LIBRARY
                        && argument instanceof Place;
        if (!isIgnored) {
            add(
                    RegistrationRule.WRONG_ARGUMENT,
                    call.call().at(),
                    "%s calls %s with %s when it should pass a descriptor"
                            .formatted(
                                    registration.label(call.step().trace().function()),
                                    call.function().symbol(),
                                    registration.label(argument)));
        }
    }

    /// Checks that one call at start registers a descriptor.
    private void registered(SectionOffset descriptor) {
        var calls =
                registration.calls(RegistrationFunction.REGISTER_LIBRARY).stream()
                        .filter(call -> call.passes(descriptor))
                        .filter(call -> call.step().phase() == Phase.START)
                        .toList();
        if (calls.isEmpty()) {
            missing(descriptor);
        } else if (calls.size() > 1) {
            add(
                    RegistrationRule.REGISTERED_TWICE,
                    calls.getLast().call().at(),
                    "%d calls register %s when one should"
                            .formatted(calls.size(), registration.label(descriptor)));
        } else {
            calledAgain(calls.getFirst());
        }
    }

    /// Checks that the start calls the function with a registration once.
    private void calledAgain(RegistrationCall call) {
        var function = call.step().initializer().function();
        var pointers =
                registration.code().initializers().stream()
                        .filter(initializer -> initializer.phase() == Phase.START)
                        .filter(initializer -> initializer.function().equals(function))
                        .toList();
        if (pointers.size() > 1) {
            add(
                    RegistrationRule.REGISTERED_TWICE,
                    pointers.getLast().pointer(),
                    "%d pointers name %s, which registers %s, when one should"
                            .formatted(
                                    pointers.size(),
                                    registration.label(function),
                                    registration.label(call.call().argument())));
        }
    }

    private void missing(SectionOffset descriptor) {
        var obstacle =
                registration
                        .obstacle(Phase.START)
                        .filter(_ ->
                                isStatic()
                                        || registration.refersTo(
                                                RegistrationFunction.REGISTER_LIBRARY));
        if (obstacle.isPresent()) {
            observations.skip(
                    "the registration of %s, because %s"
                            .formatted(registration.label(descriptor), obstacle.get()));
            return;
        }
        var caller = caller(descriptor);
        if (hasNoFunction() || caller.filter(this::isWrongArgument).isPresent()) {
            return;
        }
        add(
                RegistrationRule.NOT_REGISTERED,
                caller.map(FunctionTrace::function).orElse(descriptor),
                caller.map(trace -> cause(trace, descriptor))
                        .orElseGet(() ->
                                "no function that runs at start has the address of %s, when one"
                                                .formatted(registration.label(descriptor))
                                        + " should call %s with it"
                                                .formatted(
                                                        RegistrationFunction.REGISTER_LIBRARY
                                                                .symbol())));
    }

    /// Whether a pointer that should point to a function of the start does not, which is reported
    /// as such.
    private boolean hasNoFunction() {
        return registration.code().initializers().stream()
                .filter(initializer -> initializer.phase() == Phase.START)
                .anyMatch(initializer -> initializer.function() instanceof CodeValue.Constant);
    }

    /// Whether the file is no dynamic one, whose runtime can be part of it.
    private boolean isStatic() {
        return memory.isLinked() && memory.object().dynamicSymbols().isEmpty();
    }

    /// The function that should have registered the descriptor: one at start that has its address,
    /// or one with the name or the calls of a constructor.
    private Optional<FunctionTrace> caller(SectionOffset descriptor) {
        var starting =
                registration.steps().stream()
                        .filter(step -> step.phase() == Phase.START)
                        .map(Step::trace)
                        .toList();
        return starting.stream()
                .filter(trace -> trace.addresses().contains(new Place(descriptor)))
                .findFirst()
                .or(() -> calling(starting, RegistrationFunction.REGISTER_LIBRARY))
                .or(() ->
                        HostRegistration.places(memory.object(), CONSTRUCTOR).stream()
                                .flatMap(named ->
                                        starting.stream()
                                                .filter(trace -> trace.function().equals(named)))
                                .findFirst())
                .or(() -> starting.stream().filter(trace -> trace.calls().isEmpty()).findFirst());
    }

    private static Optional<FunctionTrace> calling(
            List<FunctionTrace> traces, RegistrationFunction function) {
        return traces.stream()
                .filter(trace ->
                        trace.calls().stream()
                                .anyMatch(call ->
                                        RegistrationFunction.of(call)
                                                .equals(Optional.of(function))))
                .findFirst();
    }

    /// Whether a function calls the registration function with another argument, which is reported
    /// as such.
    private boolean isWrongArgument(FunctionTrace trace) {
        return registration.calls(RegistrationFunction.REGISTER_LIBRARY).stream()
                .filter(call -> call.step().trace().equals(trace))
                .anyMatch(call ->
                        !(call.call().argument() instanceof Place(var place)
                                && registration.descriptors().contains(place)));
    }

    private String cause(FunctionTrace trace, SectionOffset descriptor) {
        var function = registration.label(trace.function());
        var passing =
                trace.calls().stream()
                        .filter(call -> call.argument().equals(new Place(descriptor)))
                        .findFirst();
        var expected = RegistrationFunction.REGISTER_LIBRARY.symbol();
        if (passing.isPresent()) {
            return "%s calls %s with %s when it should call %s"
                    .formatted(
                            function,
                            registration.label(passing.get().target()),
                            registration.label(descriptor),
                            expected);
        }
        return "%s %s when it should call %s with %s"
                .formatted(
                        function,
                        trace.calls().isEmpty() ? "calls no function" : "calls " + names(trace),
                        expected,
                        registration.label(descriptor));
    }

    private String names(FunctionTrace trace) {
        return String.join(
                ", ",
                trace.calls().stream()
                        .map(FunctionCall::target)
                        .map(registration::label)
                        .distinct()
                        .toList());
    }
}
