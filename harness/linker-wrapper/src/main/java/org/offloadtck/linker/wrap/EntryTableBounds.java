package org.offloadtck.linker.wrap;

import java.util.List;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.module.IrConstant;
import org.offloadtck.linker.module.IrGlobal;
import org.offloadtck.linker.module.IrType;
import org.offloadtck.linker.module.IrValue;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.link.DummyBinding;

/// The bounds of the program's entry table, which the linker defines, and a dummy of size 0, which
/// makes the linker define them even if no object has entries.
///
/// Requirements: HL-07, WR-04, WR-19, WR-20, WR-26, WR-36.
///
/// @param section of the entries
/// @param dummy the name of the object of size 0
/// @param structure of one entry
/// @param binding of the dummy
record EntryTableBounds(
        String section, String dummy, IrType.Struct structure, DummyBinding binding) {

    private static final String NAME = "__tgt_offload_entry";

    /// Fields in the order of the table "__tgt_offload_entry Structure" of the documents.
    private static final IrType.Struct LEGACY =
            new IrType.Struct(
                    NAME,
                    List.of(IrType.POINTER, IrType.POINTER, IrType.I64, IrType.I32, IrType.I32));

    /// Source: LLVM 20 to 22, `llvm/lib/Frontend/Offloading/Utility.cpp`, `getEntryTy`.
    private static final IrType.Struct VERSION_1 =
            new IrType.Struct(
                    NAME,
                    List.of(
                            IrType.I64,
                            IrType.I16,
                            IrType.I16,
                            IrType.I32,
                            IrType.POINTER,
                            IrType.POINTER,
                            IrType.I64,
                            IrType.I64,
                            IrType.POINTER));

    /// The bounds for a programming model.
    ///
    /// @throws LinkException if the edition wraps no images of that model
    static EntryTableBounds of(WrapperOptions wrapping) {
        AbiProfile profile = wrapping.profile();
        var section = profile.entries().section(wrapping.kind());
        var dummy = profile.wrapper().dummySymbol(wrapping.kind());
        if (section.isEmpty() || dummy.isEmpty()) {
            throw new LinkException(
                    WrapperObject.SOURCE,
                    "profile " + profile.id(),
                    LinkRule.OFFLOAD_KIND,
                    "wraps no images of kind %s, when it should be one that has their entries"
                            .formatted(wrapping.kind().label()));
        }
        return new EntryTableBounds(
                section.get(),
                dummy.get(),
                structure(profile.entries().layout()),
                profile.wrapper().dummyBinding());
    }

    private static IrType.Struct structure(EntryLayout layout) {
        return switch (layout) {
            case LEGACY -> LEGACY;
            case VERSION_1 -> VERSION_1;
        };
    }

    String begin() {
        return "__start_" + section;
    }

    String end() {
        return "__stop_" + section;
    }

    IrValue beginning() {
        return new IrValue.Symbol(begin());
    }

    IrValue ending() {
        return new IrValue.Symbol(end());
    }

    List<IrGlobal> globals() {
        var table = new IrType.Array(0, structure);
        var empty = IrGlobal.Definition.constant(dummy, new IrConstant.Zero(table)).in(section);
        return List.of(
                new IrGlobal.HiddenReference(begin(), table),
                new IrGlobal.HiddenReference(end(), table),
                switch (binding) {
                    case INTERNAL -> empty;
                    case EXTERNAL_HIDDEN -> empty.with(IrGlobal.Linkage.HIDDEN);
                });
    }

    /// The dummies that the optimizer would drop because nothing refers to them.
    List<String> used() {
        return switch (binding) {
            case INTERNAL -> List.of(dummy);
            case EXTERNAL_HIDDEN -> List.of();
        };
    }
}
