package org.offloadtck.object.check.registration;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.rule.RegistrationRule;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;
import org.offloadtck.object.startup.CodeValue;
import org.offloadtck.object.startup.CodeValue.Place;
import org.offloadtck.object.startup.Initializer.Phase;
import org.offloadtck.object.startup.StartupCode.Step;

/// Checks that a function that runs at start registers each wrapper of a CUDA fat binary or of a
/// HIP bundle.
///
/// Requirement: OC-40.
final class FatBinaryRegistrationCheck {

    /// The registration function, by the section of wrappers. Source: LLVM 15 to 23,
    /// `OffloadWrapper.cpp`, `createFatbinDesc`.
    private static final Map<String, RegistrationFunction> FUNCTIONS =
            Map.of(
                    ".nvFatBinSegment", RegistrationFunction.REGISTER_CUDA,
                    ".hipFatBinSegment", RegistrationFunction.REGISTER_HIP);

    /// Size of `__fatBinC_Wrapper_t`, in bytes. Source: CUDA 11.8, `fatbinary_section.h`.
    private static final int SIZE = 24;

    /// Offset of `version`, in bytes, and its value in a wrapper that `nvlink` wrote. Source: CUDA
    /// 11.8, `fatbinary_section.h`, `FATBINC_LINK_VERSION`.
    private static final int VERSION = 4;

    private static final long LINKED = 2;

    private final HostRegistration registration;
    private final Observations observations;

    FatBinaryRegistrationCheck(HostRegistration registration, Observations observations) {
        this.registration = registration;
        this.observations = observations;
    }

    void read() {
        var sections = registration.memory().object().sections();
        for (int index = 0; index < sections.size(); index++) {
            var function = FUNCTIONS.get(sections.get(index).name());
            if (function != null) {
                wrappers(index, function);
            }
        }
    }

    /// Checks the wrappers of a section. An object that refers to no registration function leaves
    /// the registration to others, and what a device linker linked is registered through tables of
    /// its own.
    private void wrappers(int section, RegistrationFunction function) {
        var contents = registration.memory().object().sections().get(section).contents();
        long size = contents.size();
        if (!registration.memory().isLinked() && !registration.refersTo(function)) {
            return;
        }
        for (long at = 0; at + SIZE <= size; at += SIZE) {
            if (contents.u32(at + VERSION, "version") == LINKED) {
                observations.skip(
                        "the registration of fat binaries, because a device linker linked them");
                return;
            }
        }
        var passed = passed();
        for (long at = 0; at + SIZE <= size; at += SIZE) {
            var wrapper = new SectionOffset(section, at);
            if (!passed.contains(new Place(wrapper))) {
                missing(wrapper, function);
            }
        }
    }

    /// The arguments of the calls at start that can register. Separately compiled CUDA objects call
    /// a function of their own with the wrapper.
    private Set<CodeValue> passed() {
        var passed = new HashSet<CodeValue>();
        for (var step : registration.steps()) {
            step.trace().calls().stream()
                    .filter(_ -> step.phase() == Phase.START)
                    .filter(call -> !call.name().contains("Unregister"))
                    .forEach(call -> passed.add(call.argument()));
        }
        return passed;
    }

    private void missing(SectionOffset wrapper, RegistrationFunction function) {
        var memory = registration.memory();
        var obstacle = registration.obstacle(Phase.START);
        if (obstacle.isPresent()) {
            observations.skip(
                    "the registration of %s, because %s"
                            .formatted(registration.label(wrapper), obstacle.get()));
            return;
        }
        var constructor =
                registration.steps().stream()
                        .map(Step::trace)
                        .filter(trace -> trace.addresses().contains(new Place(wrapper)))
                        .findFirst();
        var place = constructor.isPresent() ? constructor.get().function() : wrapper;
        observations.add(
                RegistrationRule.NOT_REGISTERED,
                memory.section(place).name(),
                memory.fileOffset(place),
                "no function that runs at start calls %s with %s when one should"
                        .formatted(function.symbol(), registration.label(wrapper)));
    }
}
