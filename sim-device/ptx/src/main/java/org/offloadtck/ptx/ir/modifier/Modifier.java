package org.offloadtck.ptx.ir.modifier;

/// A dotted word of a mnemonic, such as `.lo` or `.u32`.
public sealed interface Modifier
        permits AtomicOperation,
                BooleanOperator,
                CacheHint,
                ComparisonOperator,
                Flag,
                IntegerModifier,
                MatrixModifier,
                MemoryScope,
                MemoryScope.MembarLevel,
                MemorySemantics,
                MemorySemantics.Proxy,
                MemorySemantics.Restriction,
                NumberClass,
                ProductPart,
                PtxType,
                Rounding,
                StateSpace,
                TextureModifier,
                VectorWidth,
                VideoModifier,
                WarpMode {

    /// The text of the word without the dot.
    String suffix();
}
