package org.offloadtck.engine.access;

import org.offloadtck.engine.access.TensorCoreInstructions.Issuer;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.matrix.MatrixDescriptor;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.MatrixReads;
import org.offloadtck.engine.memory.SharedWindow;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.TensorMemoryUse;

/// Reads matrices in shared memory for the tensor core of a CTA.
final class TensorCoreOperands {

    private final SharedMatrixLoad memory;
    private final LaunchObserver observer;
    private final MatrixReads reads = new MatrixReads();

    TensorCoreOperands(SharedMatrixLoad memory, LaunchObserver observer) {
        this.memory = memory;
        this.observer = observer;
    }

    /// The offset of each unit of a matrix.
    interface Units {
        long offset(int index);
    }

    /// The units of a matrix, two numbers each.
    ///
    /// @param cta in whose shared memory the matrix is
    long[] load(Issuer issuer, Cta cta, int count, Units units) {
        boolean isOwn = cta.equals(issuer.warp().cta());
        reads.begin(count);
        for (int i = 0; i < count; i++) {
            long address = AddressSpace.SHARED + units.offset(i);
            reads.set(i, isOwn ? address : SharedWindow.map(address, cta.clusterRank()));
        }
        observer.tensorCoreReads(issuer.warp(), issuer.group(), 1 << issuer.lane(), reads);
        var values = new long[2 * count];
        memory.load(issuer.warp(), issuer.lane(), reads, 0, values);
        return values;
    }

    /// The tensor core is about to use cells of tensor memory.
    void use(Issuer issuer, TensorMemoryUse cells) {
        observer.tensorMemoryUsed(issuer.warp(), issuer.group(), 1 << issuer.lane(), cells);
    }

    /// Reads the fields of a matrix descriptor.
    MatrixDescriptor descriptor(Issuer issuer, long bits) {
        return MatrixDescriptor.ofTensorCore(bits)
                .orElseThrow(() ->
                        TensorCells.fault(
                                issuer.lane(),
                                "matrix descriptor 0x%016x has reserved bits when bits 46 to 48 should be 1, bits 52 to 60 be 0 and bits 61 to 63 be a swizzling mode"
                                        .formatted(bits)));
    }
}
