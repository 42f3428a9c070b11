package org.offloadtck.emulation.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.FunctionDirective;
import org.offloadtck.ptx.ir.FunctionDirective.Kind;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Signature;

/// The registers of a thread that the options of the compiler allow (`CU_JIT_MAX_REGISTERS`).
///
/// The option becomes the `.maxnreg` of each kernel that it concerns, so that the result of a link
/// keeps it. It does not concern a kernel that states its threads or its registers itself (CUDA C++
/// Programming Guide 13.0, "Launch Bounds"; `ptxas` 13.0.88 with `--maxrregcount`, 2026-11-30).
///
/// @param registers 0 if they are not limited
public record CompilerRegisterLimit(int registers) {

    public static final CompilerRegisterLimit NONE = new CompilerRegisterLimit(0);

    /// `CU_JIT_MAX_REGISTERS` (CUDA driver API 13.0, `CUjit_option`).
    private static final int MAX_REGISTERS = 0;

    /// The limit of options as a program passes them.
    ///
    /// @param options of 32 bits each
    /// @param values of 64 bits each, as many
    public static CompilerRegisterLimit of(byte[] options, byte[] values) {
        var names = ByteBuffer.wrap(options).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
        var words = ByteBuffer.wrap(values).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
        for (int i = 0; i < Math.min(names.limit(), words.limit()); i++) {
            if (names.get(i) == MAX_REGISTERS) {
                return new CompilerRegisterLimit((int) words.get(i));
            }
        }
        return NONE;
    }

    /// The module with the limit.
    public PtxModule applyTo(PtxModule module) {
        if (registers == 0) {
            return module;
        }
        return new PtxModule(
                module.source(),
                module.version(),
                module.target(),
                module.addressSize(),
                module.variables(),
                module.declarations(),
                module.functions().stream().map(this::limited).toList(),
                module.aliases());
    }

    private Function limited(Function function) {
        var signature = function.signature();
        if (!function.isKernel()
                || signature.directives().stream().anyMatch(CompilerRegisterLimit::states)) {
            return function;
        }
        var limit = List.of(Integer.toUnsignedLong(registers));
        var directive = new FunctionDirective(Kind.MAXNREG, limit);
        return new Function(
                function.source(),
                new Signature(
                        signature.kind(),
                        signature.linkage(),
                        signature.name(),
                        signature.results(),
                        signature.parameters(),
                        Stream.concat(signature.directives().stream(), Stream.of(directive))
                                .toList(),
                        signature.span()),
                function.statements());
    }

    private static boolean states(FunctionDirective directive) {
        return switch (directive.kind()) {
            case MAXNTID, REQNTID, MINNCTAPERSM, MAXNREG -> true;
            case MAXNCTAPERSM,
                    REQNCTAPERCLUSTER,
                    MAXCLUSTERRANK,
                    EXPLICITCLUSTER,
                    BLOCKSARECLUSTERS,
                    NORETURN ->
                    false;
        };
    }
}
