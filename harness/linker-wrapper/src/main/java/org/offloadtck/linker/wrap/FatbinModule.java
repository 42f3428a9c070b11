package org.offloadtck.linker.wrap;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.module.FunctionDeclaration;
import org.offloadtck.linker.module.IrConstant;
import org.offloadtck.linker.module.IrFunction;
import org.offloadtck.linker.module.IrGlobal;
import org.offloadtck.linker.module.IrInstruction;
import org.offloadtck.linker.module.IrModule;
import org.offloadtck.linker.module.IrType;
import org.offloadtck.linker.module.IrValue;
import org.offloadtck.linker.module.IrValue.Local;

/// The module for the runtime of CUDA or HIP: registers one file of all images, then every entry.
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
///   globals_reg(binary_handle);                   // see RegisterGlobalsFunction
///   __cudaRegisterFatBinaryEnd(binary_handle);    // not for HIP
///   atexit(fatbin_unreg);
/// }
/// ```
///
/// Requirement: WR-40.
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

    private final WrapperOptions wrapping;
    private final FatbinNames dialect;
    private final EntryTableBounds entries;
    private final IrConstant.Bytes container;

    private FatbinModule(WrapperOptions wrapping, IrConstant.Bytes container) {
        this.wrapping = wrapping;
        this.dialect = FatbinNames.of(wrapping.kind());
        this.entries = EntryTableBounds.of(wrapping);
        this.container = container;
    }

    static IrModule of(List<LinkedImage> images, WrapperOptions wrapping) {
        return new FatbinModule(wrapping, ImageContainer.of(images, wrapping)).module();
    }

    private IrModule module() {
        var globals = new ArrayList<>(entries.globals());
        globals.add(IrGlobal.Definition.constant(IMAGE, container).in(dialect.imageSection()));
        globals.add(
                IrGlobal.Definition.constant(WRAPPER, wrapper())
                        .in(dialect.wrapperSection())
                        .aligned(Long.BYTES));
        globals.add(
                IrGlobal.Definition.constant(handle(), new IrConstant.Null())
                        .with(IrGlobal.Mutability.VARIABLE));
        int priority = wrapping.profile().wrapper().constructorPriority();
        var loop = new RegisterGlobalsFunction(wrapping, dialect, entries).function();
        return new IrModule(
                globals,
                entries.used(),
                List.of(register(loop), unregister(), loop),
                List.of(new IrModule.Structor(priority, dialect.symbol("fatbin_reg"))),
                List.of(),
                Map.of());
    }

    private IrConstant wrapper() {
        return new IrConstant.Structure(
                FATBIN_WRAPPER,
                List.of(
                        new IrConstant.Int(IrType.I32, dialect.magic()),
                        new IrConstant.Int(IrType.I32, FATBIN_VERSION),
                        new IrConstant.Address(IMAGE),
                        new IrConstant.Null()));
    }

    private IrFunction register(IrFunction loop) {
        var registered = new Local("0", IrType.POINTER);
        var steps = new ArrayList<IrInstruction>();
        var begin =
                FunctionDeclaration.of(dialect.call("RegisterFatBinary"), IrType.POINTER)
                        .returning(IrType.POINTER);
        steps.add(
                new IrInstruction.Take(
                        registered,
                        new IrInstruction.Call(begin, List.of(new IrValue.Symbol(WRAPPER)))));
        steps.add(new IrInstruction.Store(registered, new IrValue.Symbol(handle())));
        steps.add(new IrInstruction.Call(loop.prototype(), List.of(registered)));
        dialect.end().ifPresent(end -> steps.add(new IrInstruction.Call(end, List.of(registered))));
        steps.add(StartupFunctions.atExit(dialect.symbol("fatbin_unreg")));
        return StartupFunctions.function(dialect.symbol("fatbin_reg"), steps);
    }

    private IrFunction unregister() {
        var registered = new Local("0", IrType.POINTER);
        var end = FunctionDeclaration.of(dialect.call("UnregisterFatBinary"), IrType.POINTER);
        return StartupFunctions.function(
                dialect.symbol("fatbin_unreg"),
                List.of(
                        new IrInstruction.Load(registered, new IrValue.Symbol(handle())),
                        new IrInstruction.Call(end, List.of(registered))));
    }

    private String handle() {
        return dialect.symbol("binary_handle");
    }
}
