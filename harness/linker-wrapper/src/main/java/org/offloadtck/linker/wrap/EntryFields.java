package org.offloadtck.linker.wrap;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.linker.module.IrInstruction;
import org.offloadtck.linker.module.IrInstruction.Operation;
import org.offloadtck.linker.module.IrType;
import org.offloadtck.linker.module.IrValue;
import org.offloadtck.linker.module.IrValue.Literal;
import org.offloadtck.linker.module.IrValue.Local;
import org.offloadtck.object.profile.AbiProfile;

/// The fields of the entry that is being registered. Each field is loaded once.
///
/// Source of the flags' bits: LLVM 18 to 22, `llvm/include/llvm/Frontend/Offloading/Utility.h`,
/// `OffloadEntryKindFlag`.
final class EntryFields {

    private static final long TYPE_MASK = 0x7;
    private static final int EXTERN_BIT = 3;
    private static final int CONSTANT_BIT = 4;
    private static final int NORMALIZED_BIT = 5;

    private static final Local ADDRESS = new Local("addr", IrType.POINTER);
    private static final Local AUXILIARY = new Local("aux_addr", IrType.POINTER);
    private static final Local KIND = new Local("kind", IrType.I16);
    private static final Local NAME = new Local("name", IrType.POINTER);
    private static final Local SIZE = new Local("size", IrType.I64);
    private static final Local FLAGS = new Local("flags", IrType.I32);
    private static final Local DATA = new Local("data", IrType.I32);

    /// The comparison of an entry's kind with the registered one.
    record KindCheck(Local field, Literal expected) {}

    private final WrapperOptions wrapping;
    private final IrType.Struct structure;
    private final Local entry;
    private final List<IrInstruction> loads = new ArrayList<>();
    private IrValue type = FLAGS;
    private IrValue external = new Literal(IrType.I32, 0);
    private IrValue constant = new Literal(IrType.I32, 0);
    private IrValue normalized = new Literal(IrType.I32, 0);

    private EntryFields(WrapperOptions wrapping, IrType.Struct structure, Local entry) {
        this.wrapping = wrapping;
        this.structure = structure;
        this.entry = entry;
    }

    static EntryFields of(WrapperOptions wrapping, IrType.Struct structure, Local entry) {
        var fields = new EntryFields(wrapping, structure, entry);
        switch (fields.profile().layout()) {
            case LEGACY -> fields.loadLegacy();
            case VERSION_1 -> fields.loadVersion1();
        }
        if (fields.profile().cudaFlags() > TYPE_MASK) {
            fields.splitFlags();
        }
        return fields;
    }

    private AbiProfile.Entries profile() {
        return wrapping.profile().entries();
    }

    private void loadLegacy() {
        load(ADDRESS, 0);
        load(NAME, 1);
        load(SIZE, 2);
        load(FLAGS, 3);
        if (profile().cudaData()) {
            load(DATA, 4);
        }
    }

    private void loadVersion1() {
        load(ADDRESS, 4);
        load(AUXILIARY, 8);
        load(KIND, 2);
        load(NAME, 5);
        load(SIZE, 6);
        load(FLAGS, 3);
        var wide = new Local("wide", IrType.I64);
        load(wide, 7);
        loads.add(new IrInstruction.Truncate(DATA, wide));
    }

    private void load(Local result, int index) {
        var pointer = new Local(result.name() + ".ptr", IrType.POINTER);
        loads.add(new IrInstruction.Field(pointer, structure, entry, index));
        loads.add(new IrInstruction.Load(result, pointer));
    }

    private void splitFlags() {
        var kind = new Local("type", IrType.I32);
        loads.add(and(kind, TYPE_MASK));
        type = kind;
        external = bit("extern", EXTERN_BIT);
        constant = bit("constant", CONSTANT_BIT);
        normalized = bit("normalized", NORMALIZED_BIT);
    }

    private static IrInstruction and(Local result, long mask) {
        return new IrInstruction.Binary(
                result, Operation.AND, FLAGS, new Literal(IrType.I32, mask));
    }

    private Local bit(String name, int position) {
        var masked = new Local(name + ".bit", IrType.I32);
        var shifted = new Local(name, IrType.I32);
        loads.add(and(masked, 1L << position));
        loads.add(
                new IrInstruction.Binary(
                        shifted, Operation.LSHR, masked, new Literal(IrType.I32, position)));
        return shifted;
    }

    /// All loads, in instruction order.
    List<IrInstruction> loads() {
        return loads;
    }

    IrValue address() {
        return ADDRESS;
    }

    IrValue name() {
        return NAME;
    }

    IrValue size() {
        return SIZE;
    }

    /// The type of the variable: `flags`, or its low bits.
    IrValue type() {
        return type;
    }

    IrValue external() {
        return external;
    }

    IrValue constant() {
        return constant;
    }

    IrValue normalized() {
        return normalized;
    }

    IrValue data() {
        return DATA;
    }

    /// The pointer to a managed variable, in editions whose entries have one.
    Optional<IrValue> auxiliary() {
        return switch (profile().layout()) {
            case LEGACY -> Optional.empty();
            case VERSION_1 -> Optional.of(AUXILIARY);
        };
    }

    /// The comparison of the entry's kind, in editions whose entries have a kind.
    Optional<KindCheck> kind() {
        return switch (profile().layout()) {
            case LEGACY -> Optional.empty();
            case VERSION_1 -> {
                var numbering = wrapping.profile().fatObject().kindNumbering();
                int code = numbering.code(wrapping.kind()).orElseThrow();
                yield Optional.of(new KindCheck(KIND, new Literal(IrType.I16, code)));
            }
        };
    }

    /// Whether the data field describes a texture or surface.
    boolean describesTextures() {
        return profile().cudaData();
    }
}
