package org.offloadtck.object.check.registration;

import java.util.List;
import java.util.Optional;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.registration.HostRegistration.RegistrationCall;
import org.offloadtck.object.check.rule.RegistrationRule;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;
import org.offloadtck.object.startup.CodeValue;
import org.offloadtck.object.startup.CodeValue.Place;
import org.offloadtck.object.startup.FunctionCall;
import org.offloadtck.object.startup.Initializer.Phase;

/// Checks that functions that run at exit unregister what was registered at start, and nothing
/// else.
///
/// Requirement: OC-41.
final class UnregistrationCheck {

    private final HostRegistration registration;
    private final Observations observations;
    private final List<RegistrationCall> registering;
    private final List<RegistrationCall> unregistering;

    UnregistrationCheck(HostRegistration registration, Observations observations) {
        this.registration = registration;
        this.observations = observations;
        this.registering =
                registration.calls(RegistrationFunction.REGISTER_LIBRARY).stream()
                        .filter(call -> call.step().phase() == Phase.START)
                        .toList();
        this.unregistering = registration.calls(RegistrationFunction.UNREGISTER_LIBRARY);
    }

    void read() {
        boolean hasOtherCause =
                unregistering.stream().anyMatch(call -> passed(call).isEmpty())
                        || registration.code().initializers().stream()
                                .filter(initializer -> initializer.phase() == Phase.EXIT)
                                .anyMatch(initializer ->
                                        initializer.function() instanceof CodeValue.Constant);
        if (hasOtherCause) {
            return;
        }
        var missing =
                registering.stream()
                        .filter(call ->
                                passed(call)
                                        .filter(registration.descriptors()::contains)
                                        .filter(place -> !isUnregistered(place))
                                        .isPresent())
                        .toList();
        missing.forEach(this::missing);
        if (missing.isEmpty()) {
            unregistering.forEach(this::foreign);
        }
    }

    private static Optional<SectionOffset> passed(RegistrationCall call) {
        return call.call().argument() instanceof Place(var place)
                ? Optional.of(place)
                : Optional.empty();
    }

    private boolean isUnregistered(SectionOffset descriptor) {
        return unregistering.stream().anyMatch(call -> call.passes(descriptor));
    }

    private void missing(RegistrationCall call) {
        var descriptor = registration.label(call.call().argument());
        var obstacle = registration.obstacle(Phase.EXIT);
        if (obstacle.isPresent()
                && registration.refersTo(RegistrationFunction.UNREGISTER_LIBRARY)) {
            observations.skip(
                    "the unregistration of %s, because %s".formatted(descriptor, obstacle.get()));
            return;
        }
        var other = unregistering.stream().filter(found -> passed(found).isPresent()).findFirst();
        if (other.isPresent()) {
            add(
                    other.get().call(),
                    "%s unregisters %s when it should unregister %s"
                            .formatted(
                                    function(other.get()),
                                    registration.label(other.get().call().argument()),
                                    descriptor));
            return;
        }
        var wrong = callAtExit(call.call().argument());
        add(
                wrong.orElse(call.call()),
                wrong.map(found ->
                                "a function that runs at exit calls %s with %s when it should call %s"
                                        .formatted(
                                                registration.label(found.target()),
                                                descriptor,
                                                RegistrationFunction.UNREGISTER_LIBRARY.symbol()))
                        .orElse(
                                "no function that runs at exit unregisters %s, which %s registers"
                                        .formatted(descriptor, function(call))));
    }

    /// A call at exit that gets the descriptor.
    private Optional<FunctionCall> callAtExit(CodeValue descriptor) {
        return registration.steps().stream()
                .filter(step -> step.phase() == Phase.EXIT)
                .flatMap(step -> step.trace().calls().stream())
                .filter(call -> call.argument().equals(descriptor))
                .findFirst();
    }

    private String function(RegistrationCall call) {
        return registration.label(call.step().trace().function());
    }

    /// Reports a call that unregisters what no call registers. That a descriptor is not registered
    /// is reported elsewhere.
    private void foreign(RegistrationCall call) {
        passed(call)
                .filter(place -> registering.stream().noneMatch(found -> found.passes(place)))
                .filter(place -> !registration.descriptors().contains(place))
                .ifPresent(place ->
                        add(
                                call.call(),
                                "%s unregisters %s, which no function registers"
                                        .formatted(function(call), registration.label(place))));
    }

    private void add(FunctionCall call, String problem) {
        var memory = registration.memory();
        var place = call.at();
        observations.add(
                isProgram()
                        ? RegistrationRule.UNMATCHED_UNREGISTRATION
                        : RegistrationRule.STALE_REGISTRATION,
                memory.section(place).name(),
                memory.fileOffset(place),
                problem);
    }

    /// Whether the file is a program, which is never closed. An object can become part of a
    /// library.
    private boolean isProgram() {
        var object = registration.memory().object();
        return object.header().type().equals(ElfType.EXECUTABLE)
                || object.section(".interp").isPresent();
    }
}
