package org.offloadtck.object.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.ElfType;
import org.offloadtck.object.elf.Section;
import org.offloadtck.object.elf.SectionType;
import org.offloadtck.object.elf.Symbol;
import org.offloadtck.object.elf.SymbolPlace;
import org.offloadtck.object.offload.Pointers;
import org.offloadtck.object.offload.Pointers.Place;
import org.offloadtck.object.profile.DummyBinding;
import org.offloadtck.object.profile.RequiresStyle;
import org.offloadtck.object.profile.UnregisterStyle;

/// Finds what registers linked images: the descriptor, the images it names, the functions that a
/// program runs at start and exit.
///
/// Source of the symbols: "Offloading Design & Internals", table "Global Variables", and LLVM 15 to
/// 23, `OffloadWrapper.cpp`.
final class RegistrationTraits {

    static final String DESCRIPTOR = ".omp_offloading.descriptor";

    /// What registers images of OpenMP, CUDA and HIP when a program starts.
    private static final List<String> CONSTRUCTORS =
            List.of(".omp_offloading.descriptor_reg", ".cuda.fatbin_reg", ".hip.fatbin_reg");

    private static final String UNREGISTER = ".omp_offloading.descriptor_unreg";
    private static final String DUMMY = "__dummy.";

    /// What a program calls in the editions that register `requires` by a constructor. Source: LLVM
    /// 14 to 18, `clang/lib/CodeGen/CGOpenMPRuntime.cpp`.
    private static final String REGISTER_REQUIRES = "__tgt_register_requires";

    private final ElfObject object;
    private final Evidence evidence;

    RegistrationTraits(ElfObject object, Evidence evidence) {
        this.object = object;
        this.evidence = evidence;
    }

    void read() {
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
            evidence.add(
                    Trait.holding(
                            "entries.requires.style",
                            "constructor",
                            "symbol " + REGISTER_REQUIRES,
                            profile -> profile.entries().requires() == RequiresStyle.CONSTRUCTOR,
                            "entry"));
        }
    }

    private void dummy(Symbol symbol) {
        var where = "symbol " + symbol.name();
        evidence.add(
                Trait.among(
                        "wrapper.dummy-symbol",
                        symbol.name(),
                        where,
                        profile -> profile.wrapper().dummySymbols().values()));
        if (isRelocatable()) {
            var binding = symbol.isLocal() ? DummyBinding.INTERNAL : DummyBinding.EXTERNAL_HIDDEN;
            evidence.add(
                    Trait.equal(
                            "wrapper.dummy-binding",
                            binding.label(),
                            where,
                            profile -> profile.wrapper().dummyBinding().label()));
        }
    }

    private void constructor(Place function) {
        for (int index : pointing(SectionType.INIT_ARRAY, function)) {
            var name = object.sections().get(index).name();
            if (isRelocatable()) {
                evidence.add(
                        Trait.equal(
                                "wrapper.constructor-priority",
                                priority(name),
                                "section " + name,
                                profile ->
                                        Integer.toString(profile.wrapper().constructorPriority())));
            }
        }
    }

    /// The number behind the name of an initialisation section; 65535 without one.
    private static String priority(String section) {
        int dot = section.lastIndexOf('.');
        return dot > 0 ? section.substring(dot + 1) : "65535";
    }

    private void unregister(Place function) {
        boolean inArray = !pointing(SectionType.FINI_ARRAY, function).isEmpty();
        var style = inArray ? UnregisterStyle.FINI_ARRAY : UnregisterStyle.ATEXIT;
        evidence.add(
                Trait.equal(
                        "wrapper.unregister",
                        style.label(),
                        "symbol " + UNREGISTER,
                        profile -> profile.wrapper().unregister().label()));
    }

    /// The sections of `type` in which a pointer points to `function`.
    private List<Integer> pointing(SectionType type, Place function) {
        var found = new ArrayList<Integer>();
        for (int index = 0; index < object.sections().size(); index++) {
            var section = object.sections().get(index);
            if (section.type().equals(type) && pointsTo(index, section, function)) {
                found.add(index);
            }
        }
        return found;
    }

    private boolean pointsTo(int index, Section section, Place function) {
        var pointers = new Pointers(object, index);
        for (long at = 0; at + Long.BYTES <= section.contents().size(); at += Long.BYTES) {
            if (pointers.place(at).equals(Optional.of(function))) {
                return true;
            }
        }
        return false;
    }

    /// Where symbols called `name` are defined; local ones may be several.
    static List<Place> places(ElfObject object, String name) {
        boolean relocatable = object.header().type().equals(ElfType.RELOCATABLE);
        var places = new ArrayList<Place>();
        for (var symbol : object.symbols()) {
            if (symbol.name().equals(name)
                    && symbol.place() instanceof SymbolPlace.InSection(var index)) {
                long start = relocatable ? 0 : object.sections().get(index).address();
                places.add(new Place(index, symbol.value() - start));
            }
        }
        return places;
    }

    private boolean isRelocatable() {
        return object.header().type().equals(ElfType.RELOCATABLE);
    }
}
