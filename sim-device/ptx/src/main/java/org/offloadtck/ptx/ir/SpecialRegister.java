package org.offloadtck.ptx.ir;

import org.offloadtck.ptx.ir.modifier.PtxType;

/// A read of a predefined register (PTX ISA §10).
///
/// @param index the component, 0 to 3 for `.x` to `.w`, or the number of a numbered register such
///   as `%envreg7`; 0 for a scalar register
public record SpecialRegister(Name name, int index) implements Operand {

    public enum Name {
        TID("%tid", PtxType.U32, Shape.VECTOR),
        NTID("%ntid", PtxType.U32, Shape.VECTOR),
        CTAID("%ctaid", PtxType.U32, Shape.VECTOR),
        NCTAID("%nctaid", PtxType.U32, Shape.VECTOR),
        CLUSTERID("%clusterid", PtxType.U32, Shape.VECTOR),
        NCLUSTERID("%nclusterid", PtxType.U32, Shape.VECTOR),
        CLUSTER_CTAID("%cluster_ctaid", PtxType.U32, Shape.VECTOR),
        CLUSTER_NCTAID("%cluster_nctaid", PtxType.U32, Shape.VECTOR),
        CLUSTER_CTARANK("%cluster_ctarank", PtxType.U32, Shape.SCALAR),
        CLUSTER_NCTARANK("%cluster_nctarank", PtxType.U32, Shape.SCALAR),
        IS_EXPLICIT_CLUSTER("%is_explicit_cluster", PtxType.PRED, Shape.SCALAR),
        LANEID("%laneid", PtxType.U32, Shape.SCALAR),
        WARPID("%warpid", PtxType.U32, Shape.SCALAR),
        NWARPID("%nwarpid", PtxType.U32, Shape.SCALAR),
        SMID("%smid", PtxType.U32, Shape.SCALAR),
        NSMID("%nsmid", PtxType.U32, Shape.SCALAR),
        GRIDID("%gridid", PtxType.U64, Shape.SCALAR),
        LANEMASK_EQ("%lanemask_eq", PtxType.U32, Shape.SCALAR),
        LANEMASK_LE("%lanemask_le", PtxType.U32, Shape.SCALAR),
        LANEMASK_LT("%lanemask_lt", PtxType.U32, Shape.SCALAR),
        LANEMASK_GE("%lanemask_ge", PtxType.U32, Shape.SCALAR),
        LANEMASK_GT("%lanemask_gt", PtxType.U32, Shape.SCALAR),
        CLOCK("%clock", PtxType.U32, Shape.SCALAR),
        CLOCK_HI("%clock_hi", PtxType.U32, Shape.SCALAR),
        CLOCK64("%clock64", PtxType.U64, Shape.SCALAR),
        GLOBALTIMER("%globaltimer", PtxType.U64, Shape.SCALAR),
        GLOBALTIMER_LO("%globaltimer_lo", PtxType.U32, Shape.SCALAR),
        GLOBALTIMER_HI("%globaltimer_hi", PtxType.U32, Shape.SCALAR),
        TOTAL_SMEM_SIZE("%total_smem_size", PtxType.U32, Shape.SCALAR),
        AGGR_SMEM_SIZE("%aggr_smem_size", PtxType.U32, Shape.SCALAR),
        DYNAMIC_SMEM_SIZE("%dynamic_smem_size", PtxType.U32, Shape.SCALAR),
        RESERVED_SMEM_OFFSET_BEGIN("%reserved_smem_offset_begin", PtxType.B32, Shape.SCALAR),
        RESERVED_SMEM_OFFSET_END("%reserved_smem_offset_end", PtxType.B32, Shape.SCALAR),
        RESERVED_SMEM_OFFSET_CAP("%reserved_smem_offset_cap", PtxType.B32, Shape.SCALAR),
        RESERVED_SMEM_OFFSET_0("%reserved_smem_offset_0", PtxType.B32, Shape.SCALAR),
        RESERVED_SMEM_OFFSET_1("%reserved_smem_offset_1", PtxType.B32, Shape.SCALAR),
        CURRENT_GRAPH_EXEC("%current_graph_exec", PtxType.U64, Shape.SCALAR),
        PM("%pm", PtxType.U32, Shape.NUMBERED),
        PM_64("%pm", PtxType.U64, Shape.NUMBERED_64),
        ENVREG("%envreg", PtxType.B32, Shape.NUMBERED);

        private final String text;
        private final PtxType type;
        private final Shape shape;

        Name(String text, PtxType type, Shape shape) {
            this.text = text;
            this.type = type;
            this.shape = shape;
        }

        /// With its `%`, without component or number.
        public String text() {
            return text;
        }

        /// Of one component.
        public PtxType type() {
            return type;
        }

        public Shape shape() {
            return shape;
        }
    }

    /// The form of the text after the name.
    public enum Shape {
        SCALAR,
        /// `.x`, `.y`, `.z` or `.w`
        VECTOR,
        /// A number: `%envreg0` to `%envreg31`, `%pm0` to `%pm7`
        NUMBERED,
        /// A number and `_64`: `%pm0_64` to `%pm7_64`
        NUMBERED_64
    }

    /// Whether its value changes while a thread runs: a clock or a timer.
    public boolean isClock() {
        return switch (name) {
            case CLOCK, CLOCK_HI, CLOCK64, GLOBALTIMER, GLOBALTIMER_LO, GLOBALTIMER_HI -> true;
            default -> false;
        };
    }

    @Override
    public String toString() {
        return switch (name.shape()) {
            case SCALAR -> name.text();
            case VECTOR -> name.text() + "." + "xyzw".charAt(index);
            case NUMBERED -> name.text() + index;
            case NUMBERED_64 -> name.text() + index + "_64";
        };
    }
}
