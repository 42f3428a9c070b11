package org.offloadtck.engine.load;

import java.util.List;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.pass.AsyncCopyLowering;
import org.offloadtck.ptx.pass.BulkClearLowering;
import org.offloadtck.ptx.pass.BulkCopyLowering;
import org.offloadtck.ptx.pass.ByteMatrixLowering;
import org.offloadtck.ptx.pass.FragmentMoveLowering;
import org.offloadtck.ptx.pass.LaunchControlLowering;
import org.offloadtck.ptx.pass.LogicPredicateLowering;
import org.offloadtck.ptx.pass.MbarrierLowering;
import org.offloadtck.ptx.pass.RegisterParameterLowering;
import org.offloadtck.ptx.pass.SharedMatrixLowering;
import org.offloadtck.ptx.pass.TensorLowering;
import org.offloadtck.ptx.pass.TensorMemoryLowering;
import org.offloadtck.ptx.pass.VectorAtomicLowering;
import org.offloadtck.ptx.pass.form.AsyncReleaseLowering;
import org.offloadtck.ptx.pass.form.CacheHintLowering;
import org.offloadtck.ptx.pass.form.QuadConversionLowering;
import org.offloadtck.ptx.pass.form.VectorMoveLowering;
import org.offloadtck.ptx.pass.form.WideRegisterLowering;

/// The passes that a function goes through before it is decoded.
///
/// @param signatures of all functions of the module
record FunctionLowering(List<Signature> signatures) {

    /// The functions as they are decoded.
    List<Function> lower(List<Function> functions) {
        var lowered =
                functions.stream()
                        .map(FunctionLowering::parsed)
                        .map(CacheHintLowering::lower)
                        .map(VectorMoveLowering::lower)
                        .map(QuadConversionLowering::lower)
                        .map(LogicPredicateLowering::lower)
                        .map(AsyncCopyLowering::lower)
                        .map(AsyncReleaseLowering::lower)
                        .map(BulkClearLowering::lower)
                        .map(BulkCopyLowering::lower)
                        .map(ByteMatrixLowering::lower)
                        .map(LaunchControlLowering::lower)
                        .map(WideRegisterLowering::lower)
                        .map(TensorLowering::lower)
                        .map(TensorMemoryLowering::lower)
                        .map(MbarrierLowering::lower)
                        .map(VectorAtomicLowering::lower)
                        .map(FragmentMoveLowering::lower)
                        .map(SharedMatrixLowering::lower)
                        .toList();
        return RegisterParameterLowering.lower(lowered, signatures);
    }

    /// The function with its statements, which are parsed once.
    private static Function parsed(Function function) {
        return new Function(function.source(), function.signature(), function.body());
    }
}
