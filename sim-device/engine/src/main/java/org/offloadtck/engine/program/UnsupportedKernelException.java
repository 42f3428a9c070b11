package org.offloadtck.engine.program;

import org.offloadtck.ptx.ir.Instruction;

/// Signals that a kernel cannot be launched, because it can reach an instruction that is not
/// simulated: `k.ptx:12:5: instruction 'tex.2d.v4.f32.f32' is not simulated; kernel 'sample'
/// contains it`.
public final class UnsupportedKernelException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// @param source the name of the text that the instruction is in
    /// @param function the function that contains it, the kernel or one that it calls
    UnsupportedKernelException(
            String source, Instruction instruction, String kernel, String function) {
        super(
                "%s:%s: instruction '%s' is not simulated; kernel '%s' %s"
                        .formatted(
                                source,
                                instruction.location().span(),
                                instruction.mnemonic(),
                                kernel,
                                function.equals(kernel)
                                        ? "contains it"
                                        : "calls '%s', which contains it".formatted(function)));
    }
}
