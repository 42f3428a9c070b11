package org.offloadtck.linker.wrap;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.offloadtck.linker.module.FunctionDeclaration;
import org.offloadtck.linker.module.IrFunction;
import org.offloadtck.linker.module.IrFunction.Block;
import org.offloadtck.linker.module.IrInstruction;
import org.offloadtck.linker.module.IrInstruction.Relation;
import org.offloadtck.linker.module.IrType;
import org.offloadtck.linker.module.IrValue;
import org.offloadtck.linker.module.IrValue.Literal;
import org.offloadtck.linker.module.IrValue.Local;

/// The function that registers every entry of the table with CUDA's or HIP's runtime:
///
/// ```c
/// static void globals_reg(void **handle) {
///   for (entry *e = __start_entries; e != __stop_entries; ++e) {
///     if (e->kind != CUDA) continue;           // where entries state a kind
///     if (e->size == 0) {
///       __cudaRegisterFunction(handle, e->addr, e->name, e->name, -1, 0, 0, 0, 0, 0);
///       continue;
///     }
///     switch (e->flags & 7) {                  // all of flags, where no other bits are used
///     case 0: __cudaRegisterVar(handle, e->addr, e->name, e->name, extern, e->size, constant, 0);
///     case 1: __cudaRegisterManagedVar(handle, e->aux, e->addr, e->name, e->size, e->data);
///     case 2: __hipRegisterSurface(handle, e->addr, e->name, e->name, e->data, extern);
///     case 3: __hipRegisterTexture(handle, e->addr, e->name, e->name, e->data, normalized,
///                                  extern);
///     }
///   }
/// }
/// ```
///
/// @see "LLVM 16, 19 and 22, OffloadWrapper.cpp, createRegisterGlobalsFunction"
final class RegisterGlobalsFunction {

    private static final Local HANDLE = new Local("handle", IrType.POINTER);
    private static final Local ENTRY = new Local("entry1", IrType.POINTER);
    private static final Local NEXT = new Local("next", IrType.POINTER);
    private static final Local MORE = new Local("more", IrType.I1);
    private static final Local LAST = new Local("last", IrType.I1);
    private static final Local MINE = new Local("mine", IrType.I1);
    private static final Local IS_FUNCTION = new Local("function", IrType.I1);
    private static final Literal MINUS_ONE = new Literal(IrType.I32, -1);
    private static final Literal ZERO = new Literal(IrType.I32, 0);
    private static final IrValue NULL = new IrValue.Null();

    private final FatbinNames dialect;
    private final EntryTableBounds entries;
    private final EntryFields fields;

    RegisterGlobalsFunction(
            WrapperOptions wrapping, FatbinNames dialect, EntryTableBounds entries) {
        this.dialect = dialect;
        this.entries = entries;
        this.fields = EntryFields.of(wrapping, entries.structure(), ENTRY);
    }

    IrFunction function() {
        var blocks = new ArrayList<Block>();
        blocks.add(entry());
        blocks.addAll(head());
        blocks.add(registerFunction());
        blocks.add(choice());
        blocks.add(registerVariable());
        blocks.add(registerManaged());
        blocks.add(registerSurface());
        blocks.add(registerTexture());
        blocks.add(step());
        blocks.add(new Block("while.end", List.of(new IrInstruction.Return())));
        return new IrFunction(
                dialect.symbol("globals_reg"), List.of(HANDLE), StartupFunctions.SECTION, blocks);
    }

    private Block entry() {
        return new Block(
                "entry",
                List.of(
                        new IrInstruction.Compare(
                                MORE, Relation.NE, entries.beginning(), entries.ending()),
                        new IrInstruction.ConditionalBranch(MORE, "while.entry", "while.end")));
    }

    private List<Block> head() {
        var incoming = new LinkedHashMap<String, IrValue>();
        incoming.put("entry", entries.beginning());
        incoming.put("if.end", NEXT);
        var head = new ArrayList<IrInstruction>();
        head.add(new IrInstruction.Phi(ENTRY, incoming));
        head.addAll(fields.loads());
        List<IrInstruction> ask =
                List.of(
                        new IrInstruction.Compare(
                                IS_FUNCTION,
                                Relation.EQ,
                                fields.size(),
                                new Literal(IrType.I64, 0)),
                        new IrInstruction.ConditionalBranch(IS_FUNCTION, "if.then", "if.else"));
        if (fields.kind().isEmpty()) {
            head.addAll(ask);
            return List.of(new Block("while.entry", head));
        }
        var kind = fields.kind().get();
        head.add(new IrInstruction.Compare(MINE, Relation.EQ, kind.field(), kind.expected()));
        head.add(new IrInstruction.ConditionalBranch(MINE, "if.kind", "if.end"));
        return List.of(new Block("while.entry", head), new Block("if.kind", ask));
    }

    private Block registerFunction() {
        var callee =
                runtime(
                                "RegisterFunction",
                                IrType.I32,
                                IrType.POINTER,
                                IrType.POINTER,
                                IrType.POINTER,
                                IrType.POINTER,
                                IrType.POINTER)
                        .returning(IrType.I32);
        return block(
                "if.then",
                new IrInstruction.Call(callee, arguments(MINUS_ONE, NULL, NULL, NULL, NULL, NULL)));
    }

    /// Source of the values: LLVM 16 to 22, `OffloadEntryKindFlag`.
    private Block choice() {
        var cases = new LinkedHashMap<Long, String>();
        cases.put(0L, "sw.global");
        cases.put(1L, "sw.managed");
        cases.put(2L, "sw.surface");
        cases.put(3L, "sw.texture");
        return new Block(
                "if.else", List.of(new IrInstruction.Switch(fields.type(), "if.end", cases)));
    }

    private Block registerVariable() {
        var callee = runtime("RegisterVar", IrType.I32, IrType.I64, IrType.I32, IrType.I32);
        return block(
                "sw.global",
                new IrInstruction.Call(
                        callee,
                        arguments(fields.external(), fields.size(), fields.constant(), ZERO)));
    }

    private Block registerManaged() {
        if (fields.auxiliary().isEmpty()) {
            return block("sw.managed");
        }
        var callee = runtime("RegisterManagedVar", IrType.I64, IrType.I32);
        return block(
                "sw.managed",
                new IrInstruction.Call(
                        callee,
                        List.of(
                                HANDLE,
                                fields.auxiliary().get(),
                                fields.address(),
                                fields.name(),
                                fields.size(),
                                fields.data())));
    }

    private Block registerSurface() {
        return registersTextures()
                ? block(
                        "sw.surface",
                        new IrInstruction.Call(
                                runtime("RegisterSurface", IrType.I32, IrType.I32),
                                arguments(fields.data(), fields.external())))
                : block("sw.surface");
    }

    private Block registerTexture() {
        return registersTextures()
                ? block(
                        "sw.texture",
                        new IrInstruction.Call(
                                runtime("RegisterTexture", IrType.I32, IrType.I32, IrType.I32),
                                arguments(fields.data(), fields.normalized(), fields.external())))
                : block("sw.texture");
    }

    private boolean registersTextures() {
        return dialect.registersTextures() && fields.describesTextures();
    }

    private Block step() {
        return new Block(
                "if.end",
                List.of(
                        new IrInstruction.Next(NEXT, entries.structure(), ENTRY),
                        new IrInstruction.Compare(LAST, Relation.EQ, NEXT, entries.ending()),
                        new IrInstruction.ConditionalBranch(LAST, "while.end", "while.entry")));
    }

    /// The declaration of a runtime function whose parameters are the handle, three pointers, and
    /// `more`.
    private FunctionDeclaration runtime(String name, IrType... more) {
        var parameters =
                new ArrayList<>(
                        List.of(IrType.POINTER, IrType.POINTER, IrType.POINTER, IrType.POINTER));
        parameters.addAll(List.of(more));
        return new FunctionDeclaration(dialect.call(name), IrType.VOID, parameters);
    }

    /// The handle, the address, and the name for host and device, then `more`.
    private List<IrValue> arguments(IrValue... more) {
        var arguments =
                new ArrayList<IrValue>(
                        List.of(HANDLE, fields.address(), fields.name(), fields.name()));
        arguments.addAll(List.of(more));
        return arguments;
    }

    private static Block block(String label, IrInstruction... steps) {
        var instructions = new ArrayList<>(List.of(steps));
        instructions.add(new IrInstruction.Branch("if.end"));
        return new Block(label, instructions);
    }
}
