package org.offloadtck.ptx.ir;

/// A dotted word of a mnemonic that changes what the instruction does.
public sealed interface Modifier
        permits AtomicOperation,
                BooleanOperator,
                CacheOperator,
                Comparison,
                EvictionPriority,
                FenceLevel,
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
                Scope,
                ShiftBound,
                ShuffleMode,
                StateSpace,
                SurfaceBound,
                TextureGeometry,
                VectorWidth,
                VoteMode {

    /// As written, without the dot.
    String suffix();
}
