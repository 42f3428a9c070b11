package org.offloadtck.linker.wrap;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.module.Constant;
import org.offloadtck.linker.module.Global;
import org.offloadtck.linker.module.Instruction;
import org.offloadtck.linker.module.IrFunction;
import org.offloadtck.linker.module.IrModule;
import org.offloadtck.linker.module.IrType;
import org.offloadtck.linker.module.Prototype;
import org.offloadtck.linker.module.Value;
import org.offloadtck.linker.module.Value.Local;

/// What is registered with the runtime of CUDA, or of HIP: one file of all images, then every entry
/// by itself.
///
/// ```c
/// __attribute__((section(".nv_fatbin"))) static const char fatbin_image[] = { /* fat binary */ };
///
/// __attribute__((section(".nvFatBinSegment"), aligned(8)))
/// static const fatbin_wrapper wrapper = { 0x466243b1, 1, fatbin_image, 0 };
///
/// static void **binary_handle;
///
/// static void fatbin_unreg(void) { __cudaUnregisterFatBinary(binary_handle); }
///
/// static void fatbin_reg(void) {
///   binary_handle = __cudaRegisterFatBinary(&wrapper);
///   globals_reg(binary_handle);                   // see EntryRegistration
///   __cudaRegisterFatBinaryEnd(binary_handle);    // not for HIP
///   atexit(fatbin_unreg);
/// }
/// ```
///
/// @see "LLVM 19, llvm/lib/Frontend/Offloading/OffloadWrapper.cpp, createFatbinDesc,
///   createRegisterFatbinFunction"
final class FatbinModule {

    static final String IMAGE = ".fatbin_image";
    static final String WRAPPER = ".fatbin_wrapper";

    /// Source: `OffloadWrapper.cpp`, `createFatbinDesc`.
    private static final IrType.Struct FATBIN_WRAPPER =
            new IrType.Struct(
                    "fatbin_wrapper",
                    List.of(IrType.I32, IrType.I32, IrType.POINTER, IrType.POINTER));

    private static final int FATBIN_VERSION = 1;

    private final Wrapping wrapping;
    private final FatbinDialect dialect;
    private final EntryTable entries;
    private final Constant.Bytes container;

    private FatbinModule(Wrapping wrapping, Constant.Bytes container) {
        this.wrapping = wrapping;
        this.dialect = FatbinDialect.of(wrapping.kind());
        this.entries = EntryTable.of(wrapping);
        this.container = container;
    }

    static IrModule of(List<LinkedImage> images, Wrapping wrapping) {
        return new FatbinModule(wrapping, ImageContainer.of(images, wrapping)).module();
    }

    private IrModule module() {
        var globals = new ArrayList<>(entries.globals());
        globals.add(Global.Definition.constant(IMAGE, container).in(dialect.imageSection()));
        globals.add(
                Global.Definition.constant(WRAPPER, wrapper())
                        .in(dialect.wrapperSection())
                        .aligned(Long.BYTES));
        globals.add(
                Global.Definition.constant(handle(), new Constant.Null())
                        .with(Global.Mutability.VARIABLE));
        int priority = wrapping.profile().wrapper().constructorPriority();
        var loop = new EntryRegistration(wrapping, dialect, entries).function();
        return new IrModule(
                globals,
                entries.used(),
                List.of(register(loop), unregister(), loop),
                List.of(new IrModule.Structor(priority, dialect.symbol("fatbin_reg"))),
                List.of(),
                Map.of());
    }

    private Constant wrapper() {
        return new Constant.Structure(
                FATBIN_WRAPPER,
                List.of(
                        new Constant.Int(IrType.I32, dialect.magic()),
                        new Constant.Int(IrType.I32, FATBIN_VERSION),
                        new Constant.Address(IMAGE),
                        new Constant.Null()));
    }

    private IrFunction register(IrFunction loop) {
        var registered = new Local("0", IrType.POINTER);
        var steps = new ArrayList<Instruction>();
        var begin =
                Prototype.of(dialect.call("RegisterFatBinary"), IrType.POINTER)
                        .returning(IrType.POINTER);
        steps.add(
                new Instruction.Take(
                        registered,
                        new Instruction.Call(begin, List.of(new Value.Symbol(WRAPPER)))));
        steps.add(new Instruction.Store(registered, new Value.Symbol(handle())));
        steps.add(new Instruction.Call(loop.prototype(), List.of(registered)));
        dialect.end().ifPresent(end -> steps.add(new Instruction.Call(end, List.of(registered))));
        steps.add(Startup.atExit(dialect.symbol("fatbin_unreg")));
        return Startup.function(dialect.symbol("fatbin_reg"), steps);
    }

    private IrFunction unregister() {
        var registered = new Local("0", IrType.POINTER);
        var end = Prototype.of(dialect.call("UnregisterFatBinary"), IrType.POINTER);
        return Startup.function(
                dialect.symbol("fatbin_unreg"),
                List.of(
                        new Instruction.Load(registered, new Value.Symbol(handle())),
                        new Instruction.Call(end, List.of(registered))));
    }

    private String handle() {
        return dialect.symbol("binary_handle");
    }
}
