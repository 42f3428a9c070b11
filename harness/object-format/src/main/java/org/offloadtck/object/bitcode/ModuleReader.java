package org.offloadtck.object.bitcode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.bitcode.BitcodeGlobal.Kind;
import org.offloadtck.object.bitcode.BitcodeGlobal.Presence;
import org.offloadtck.object.bitcode.BitcodeModule.Text;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.SymbolVisibility;
import org.offloadtck.object.ir.Linkage;

/// Reads a module block without the bodies of its functions.
///
/// Source of the codes and of the order of operands: LLVM 19,
/// llvm/include/llvm/Bitcode/LLVMBitCodes.h, `ModuleCodes`, and
/// llvm/lib/Bitcode/Reader/BitcodeReader.cpp, `parseGlobalVarRecord`, `parseFunctionRecord`,
/// `parseGlobalIndirectSymbolRecord`.
final class ModuleReader implements BitstreamBlock.Visitor {

    private static final long TYPE_BLOCK = 17;
    private static final long METADATA_BLOCK = 15;

    /// `PARAMATTR_GROUP_BLOCK_ID`.
    private static final long ATTRIBUTES_BLOCK = 10;

    private static final int VERSION = 1;
    private static final int TRIPLE = 2;
    private static final int DATALAYOUT = 3;
    private static final int GLOBALVAR = 7;
    private static final int FUNCTION = 8;
    private static final int ALIAS = 14;
    private static final int SOURCE_FILENAME = 16;
    private static final int IFUNC = 18;

    /// The module version with names in the string table.
    private static final long STRTAB_VERSION = 2;

    /// Calling conventions of kernels. Source: LLVM 19, llvm/include/llvm/IR/CallingConv.h,
    /// `PTX_Kernel`, `SPIR_KERNEL`, `AMDGPU_KERNEL`.
    private static final List<Long> KERNEL_CONVENTIONS = List.of(71L, 76L, 91L);

    /// In the flags of a variable: it states its own type, not that of a pointer to it.
    private static final long EXPLICIT_TYPE = 2;

    private final ObjectBytes file;
    private final BitstreamBlock block;
    private final Optional<ObjectBytes> names;
    private final List<BitcodeGlobal> globals = new ArrayList<>();
    private final KernelAnnotations annotations = new KernelAnnotations();
    private final FunctionAttributes attributes = new FunctionAttributes();
    private final TypeTable types = new TypeTable();
    private Text triple;
    private Text dataLayout;
    private String sourceFile = "";
    private long version;

    ModuleReader(ObjectBytes file, BitstreamBlock block, Optional<ObjectBytes> names) {
        this.file = file;
        this.block = block;
        this.names = names;
        this.triple = new Text("", file.base() + block.start());
        this.dataLayout = triple;
    }

    BitcodeModule read(String producer, long epoch) {
        block.read(this);
        annotations.kernels().forEach(this::markKernel);
        return new BitcodeModule(
                producer,
                epoch,
                triple,
                dataLayout,
                sourceFile,
                attributes.processors(),
                globals,
                file.base() + block.start());
    }

    private void markKernel(long value) {
        if (value < globals.size()) {
            int index = (int) value;
            globals.set(index, globals.get(index).asKernel());
        }
    }

    @Override
    public void block(BitstreamBlock nested) {
        if (nested.id() == TYPE_BLOCK) {
            nested.read(types);
        } else if (nested.id() == METADATA_BLOCK) {
            nested.read(annotations);
        } else if (nested.id() == ATTRIBUTES_BLOCK) {
            nested.read(attributes);
        }
    }

    @Override
    public void record(BitstreamRecord record) {
        switch ((int) record.code()) {
            case VERSION -> version = record.operand(0);
            case TRIPLE -> triple = text(record);
            case DATALAYOUT -> {
                dataLayout = text(record);
                types.setTarget(new DataLayout(dataLayout.value()));
            }
            case SOURCE_FILENAME -> sourceFile = record.text(0);
            case GLOBALVAR -> globals.add(variable(record));
            case FUNCTION -> globals.add(function(record));
            case ALIAS, IFUNC -> globals.add(alias(record));
            default -> {
                // Comdats, sections and hashes do not matter here.
            }
        }
    }

    private Text text(BitstreamRecord record) {
        return new Text(record.text(0), file.base() + record.offset());
    }

    private BitcodeGlobal variable(BitstreamRecord record) {
        long flags = record.operand(3);
        boolean isExplicit = (flags & EXPLICIT_TYPE) != 0;
        return new BitcodeGlobal(
                name(record),
                Kind.VARIABLE,
                linkage(record, 5),
                visibility(record, 8),
                record.operand(4) == 0 ? Presence.DECLARED : Presence.DEFINED,
                isExplicit ? flags >> 2 : 0,
                isExplicit ? types.size(record.operand(2)) : -1,
                file.base() + record.offset());
    }

    private BitcodeGlobal function(BitstreamRecord record) {
        return new BitcodeGlobal(
                name(record),
                KERNEL_CONVENTIONS.contains(record.operand(3)) ? Kind.KERNEL : Kind.FUNCTION,
                linkage(record, 5),
                visibility(record, 9),
                record.operand(4) == 0 ? Presence.DEFINED : Presence.DECLARED,
                0,
                -1,
                file.base() + record.offset());
    }

    private BitcodeGlobal alias(BitstreamRecord record) {
        return new BitcodeGlobal(
                name(record),
                Kind.ALIAS,
                linkage(record, 5),
                visibility(record, 6),
                Presence.DEFINED,
                record.operand(3),
                -1,
                file.base() + record.offset());
    }

    private String name(BitstreamRecord record) {
        if (version != STRTAB_VERSION) {
            throw malformed(
                    record,
                    FormatRule.VERSION,
                    "the module has version %s when it should have %d"
                            .formatted(Long.toUnsignedString(version), STRTAB_VERSION));
        }
        if (names.isEmpty()) {
            throw malformed(
                    record,
                    FormatRule.REFERENCE,
                    "the bitcode has no string table for the names of its module's symbols");
        }
        return names.get().string(record.operand(0), record.operand(1), "name of a symbol");
    }

    /// The linkage by its code. Source: LLVM 19, llvm/lib/Bitcode/Reader/BitcodeReader.cpp,
    /// `getDecodedLinkage`.
    private static Linkage linkage(BitstreamRecord record, int operand) {
        return switch ((int) record.operand(operand)) {
            case 1, 16 -> Linkage.WEAK;
            case 2 -> Linkage.APPENDING;
            case 3 -> Linkage.INTERNAL;
            case 4, 18 -> Linkage.LINKONCE;
            case 7 -> Linkage.EXTERN_WEAK;
            case 8 -> Linkage.COMMON;
            case 9, 13, 14 -> Linkage.PRIVATE;
            case 10, 17 -> Linkage.WEAK_ODR;
            case 11, 19 -> Linkage.LINKONCE_ODR;
            case 12 -> Linkage.AVAILABLE_EXTERNALLY;
            default -> Linkage.EXTERNAL;
        };
    }

    /// The visibility by its code. Source: as before, `getDecodedVisibility`.
    private static SymbolVisibility visibility(BitstreamRecord record, int operand) {
        return switch ((int) record.operand(operand)) {
            case 1 -> SymbolVisibility.HIDDEN;
            case 2 -> SymbolVisibility.PROTECTED;
            default -> SymbolVisibility.DEFAULT;
        };
    }

    private MalformedObjectException malformed(
            BitstreamRecord record, FormatRule rule, String problem) {
        return file.malformed(record.offset(), rule, problem);
    }
}
