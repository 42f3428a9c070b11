package org.offloadtck.engine.thread;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.ConstantPool;
import org.offloadtck.engine.program.GridBarrier;
import org.offloadtck.ptx.ir.SpecialRegister;

/// The values of special registers that are constant while a thread runs (PTX ISA §10).
///
/// Each CTA runs on multiprocessor 0 of 1. `%envreg` contains the address of the [GridBarrier] and
/// zeros. `%pm`, whose behaviour is undefined (§10), is zero.
final class SpecialRegisterValues {

    private final Cta cta;
    private final int warp;
    private final List<Special> lasting = new ArrayList<>();
    private final List<Special> positions = new ArrayList<>();

    /// A register and its row.
    private record Special(SpecialRegister register, int row) {}

    SpecialRegisterValues(Cta cta, int warp, ConstantPool fixed) {
        this.cta = cta;
        this.warp = warp;
        fixed.specials()
                .forEach((register, row) ->
                        (isOfCta(register) ? positions : lasting).add(new Special(register, row)));
    }

    /// Sets the registers that do not depend on the CTA.
    void fillLasting(long[] registers) {
        for (var special : lasting) {
            fill(registers, special.row(), value(special.register()));
        }
    }

    /// Sets the registers that depend on the position of the CTA, if they have other values.
    void fillPosition(long[] registers) {
        for (int i = 0; i < positions.size(); i++) {
            int row = positions.get(i).row();
            int index = positions.get(i).register().index();
            long value = ofCta(positions.get(i).register().name(), index) & 0xffff_ffffL;
            if (registers[row] != value) {
                Arrays.fill(registers, row, row + Code.LANES, value);
            }
        }
    }

    private static void fill(long[] registers, int row, IntToLongFunction value) {
        for (int l = 0; l < Code.LANES; l++) {
            registers[row + l] = value.applyAsLong(l) & 0xffff_ffffL;
        }
    }

    private static boolean isOfCta(SpecialRegister register) {
        return switch (register.name()) {
            case CTAID, CLUSTERID, CLUSTER_CTAID, CLUSTER_CTARANK -> true;
            default -> false;
        };
    }

    private long ofCta(SpecialRegister.Name name, int component) {
        var shape = cta.shape();
        int inCluster = cta.clusterRank();
        return switch (name) {
            case CLUSTER_CTARANK -> inCluster;
            case CLUSTER_CTAID ->
                    component(shape.cluster().extent().position(inCluster), component, 0);
            case CLUSTERID -> component(shape.clusterPosition(cta.position()), component, 0);
            default -> component(cta.position(), component, 0);
        };
    }

    private IntToLongFunction value(SpecialRegister register) {
        var shape = cta.shape();
        int component = register.index();
        int warps = Math.ceilDiv((int) shape.cta().volume(), Code.LANES);
        return switch (register.name()) {
            case TID ->
                    lane -> component(shape.cta().position(warp * Code.LANES + lane), component, 0);
            case NTID -> _ -> component(shape.cta(), component, 1);
            case CTAID, CLUSTERID, CLUSTER_CTAID, CLUSTER_CTARANK ->
                    _ -> ofCta(register.name(), component);
            case NCTAID -> _ -> component(shape.grid(), component, 1);
            case NCLUSTERID -> _ -> component(shape.clusters(), component, 1);
            case CLUSTER_NCTAID -> _ -> component(shape.cluster().extent(), component, 1);
            case CLUSTER_NCTARANK -> _ -> shape.cluster().ctas();
            case IS_EXPLICIT_CLUSTER -> _ -> shape.cluster().isExplicit() ? 1 : 0;
            case NSMID -> _ -> 1;
            case LANEID -> lane -> lane;
            case WARPID -> _ -> warp;
            case NWARPID -> _ -> warps;
            case LANEMASK_EQ -> lane -> 1L << lane;
            case LANEMASK_LT -> lane -> (1L << lane) - 1;
            case LANEMASK_LE -> lane -> (2L << lane) - 1;
            case LANEMASK_GT -> lane -> -(2L << lane);
            case LANEMASK_GE -> lane -> -(1L << lane);
            case ENVREG -> _ -> GridBarrier.environmentRegister(component, cta.gridBarrier());
            case TOTAL_SMEM_SIZE, AGGR_SMEM_SIZE -> _ -> cta.userSharedSize();
            case RESERVED_SMEM_OFFSET_BEGIN, RESERVED_SMEM_OFFSET_0 ->
                    _ -> cta.reservedShared().offset();
            case RESERVED_SMEM_OFFSET_1 -> _ -> cta.reservedShared().middle();
            case RESERVED_SMEM_OFFSET_END -> _ -> cta.reservedShared().end();
            case RESERVED_SMEM_OFFSET_CAP -> _ -> cta.reservedShared().bytes();
            case DYNAMIC_SMEM_SIZE -> _ -> shape.dynamicSharedBytes();
            case SMID,
                    GRIDID,
                    CURRENT_GRAPH_EXEC,
                    PM,
                    PM_64,
                    CLOCK,
                    CLOCK_HI,
                    CLOCK64,
                    GLOBALTIMER,
                    GLOBALTIMER_LO,
                    GLOBALTIMER_HI ->
                    _ -> 0;
        };
    }

    /// A component of an extent or position; `rest` for the fourth, which does not exist.
    private static long component(Extent3D extent, int component, int rest) {
        return switch (component) {
            case 0 -> extent.x();
            case 1 -> extent.y();
            case 2 -> extent.z();
            default -> rest;
        };
    }
}
