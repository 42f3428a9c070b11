package org.offloadtck.object.check.registration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedValue;
import org.offloadtck.object.check.report.Place;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.offload.entry.PointerResolver;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;
import org.offloadtck.object.profile.compilation.RequiresStyle;
import org.offloadtck.object.profile.link.DummyBinding;
import org.offloadtck.object.profile.link.UnregisterStyle;

/// Finds the parts that register linked images: the descriptor, the images it names, and the
/// functions that a program runs at start and exit.
///
/// Source of the symbols: "Offloading Design & Internals", table "Global Variables", and LLVM 15 to
/// 23, `OffloadWrapper.cpp`.
///
/// Requirements: MT-06, OE-10.
public final class RegistrationCheck {

    static final String DESCRIPTOR = ".omp_offloading.descriptor";

    /// The functions that register images of OpenMP, CUDA and HIP when a program starts.
    private static final List<String> CONSTRUCTORS =
            List.of(".omp_offloading.descriptor_reg", ".cuda.fatbin_reg", ".hip.fatbin_reg");

    private static final String UNREGISTER = ".omp_offloading.descriptor_unreg";
    private static final String DUMMY = "__dummy.";

    /// The function by which programs of some editions register their `requires` clauses. Source:
    /// LLVM 14 to 18, `clang/lib/CodeGen/CGOpenMPRuntime.cpp`.
    private static final String REGISTER_REQUIRES = "__tgt_register_requires";

    private final ElfObject object;
    private final Observations observations;

    public RegistrationCheck(ElfObject object, Observations observations) {
        this.object = object;
        this.observations = observations;
    }

    public void read() {
        requires();
        object.symbols().stream()
                .filter(symbol -> symbol.name().startsWith(DUMMY) && !symbol.isUndefined())
                .forEach(this::dummy);
        for (var constructor : CONSTRUCTORS) {
            places(object, constructor).stream().findFirst().ifPresent(this::constructor);
        }
        places(object, UNREGISTER).stream().findFirst().ifPresent(this::unregister);
    }

    private void requires() {
        if (object.symbols().stream()
                .anyMatch(symbol -> symbol.name().split("@", 2)[0].equals(REGISTER_REQUIRES))) {
            observations.add(
                    ObservedValue.satisfying(
                            "entries.requires.style",
                            "constructor",
                            new Place("symbol " + REGISTER_REQUIRES, "", 0),
                            profile -> profile.entries().requires() == RequiresStyle.CONSTRUCTOR,
                            "entry"));
        }
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

    private void constructor(SectionOffset function) {
        for (int index : pointing(SectionType.INIT_ARRAY, function)) {
            var name = object.sections().get(index).name();
            if (isRelocatable()) {
                observations.add(
                        ObservedValue.equal(
                                "wrapper.constructor-priority",
                                priority(name),
                                Place.of(object.sections().get(index)),
                                profile ->
                                        Integer.toString(profile.wrapper().constructorPriority())));
            }
        }
    }

    /// The number at the end of an initialisation section's name; 65535 without one.
    private static String priority(String section) {
        int dot = section.lastIndexOf('.');
        return dot > 0 ? section.substring(dot + 1) : "65535";
    }

    private void unregister(SectionOffset function) {
        boolean inArray = !pointing(SectionType.FINI_ARRAY, function).isEmpty();
        var style = inArray ? UnregisterStyle.FINI_ARRAY : UnregisterStyle.ATEXIT;
        observations.add(
                ObservedValue.equal(
                        "wrapper.unregister",
                        style.label(),
                        place(UNREGISTER, function),
                        profile -> profile.wrapper().unregister().label()));
    }

    /// The sections of `type` in which a pointer points to `function`.
    private List<Integer> pointing(SectionType type, SectionOffset function) {
        var found = new ArrayList<Integer>();
        for (int index = 0; index < object.sections().size(); index++) {
            var section = object.sections().get(index);
            if (section.type().equals(type) && pointsTo(index, section, function)) {
                found.add(index);
            }
        }
        return found;
    }

    private boolean pointsTo(int index, Section section, SectionOffset function) {
        var pointers = new PointerResolver(object, index);
        for (long at = 0; at + Long.BYTES <= section.contents().size(); at += Long.BYTES) {
            if (pointers.place(at).equals(Optional.of(function))) {
                return true;
            }
        }
        return false;
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

    private Place place(Symbol symbol) {
        return places(object, symbol.name()).stream()
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
