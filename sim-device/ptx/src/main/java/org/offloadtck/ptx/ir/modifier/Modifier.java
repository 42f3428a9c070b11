package org.offloadtck.ptx.ir.modifier;

/// A dotted word of a mnemonic that changes what the instruction does.
public sealed interface Modifier
        permits AtomicOperation,
                BooleanOperator,
                CacheOperator,
                ComparisonOperator,
                EvictionPriority,
                MembarLevel,
                Flag,
                MatrixFragment,
                MatrixLayout,
                MatrixShape,
                MemorySemantics,
                NumberClass,
                PermuteMode,
                PrefetchSize,
                ProductPart,
                PtxType,
                Rounding,
                MemoryScope,
                ShiftBound,
                ShuffleMode,
                StateSpace,
                SurfaceClampMode,
                TextureGeometry,
                VectorWidth,
                VoteMode {

    /// As written, without the dot.
    String suffix();
}
