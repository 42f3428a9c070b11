package org.offloadtck.ptx.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxModule.IsaVersion;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.Metadata;
import org.offloadtck.ptx.ir.modifier.MemoryScope;
import org.offloadtck.ptx.ir.modifier.MemorySemantics;
import org.offloadtck.ptx.ir.modifier.MemorySemantics.Proxy;
import org.offloadtck.ptx.ir.modifier.MemorySemantics.Restriction;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Collects the requirements of one instruction.
final class FormRequirements {

    /// The first release and architecture with a form.
    private record Since(int major, int minor, int target) {}

    private static final Since RELEASE_7_0_SM_80 = new Since(7, 0, 80);
    private static final Since RELEASE_7_1_SM_80 = new Since(7, 1, 80);
    private static final Since RELEASE_7_5_SM_70 = new Since(7, 5, 70);
    private static final Since RELEASE_7_6_SM_80 = new Since(7, 6, 80);
    private static final Since RELEASE_7_8_SM_90 = new Since(7, 8, 90);
    private static final Since RELEASE_8_0_SM_90 = new Since(8, 0, 90);
    private static final Since RELEASE_8_5_SM_80 = new Since(8, 5, 80);
    private static final Since RELEASE_8_1_SM_90 = new Since(8, 1, 90);

    private static final Set<SpecialRegister.Name> RESERVED =
            Set.of(
                    SpecialRegister.Name.RESERVED_SMEM_OFFSET_BEGIN,
                    SpecialRegister.Name.RESERVED_SMEM_OFFSET_END,
                    SpecialRegister.Name.RESERVED_SMEM_OFFSET_CAP,
                    SpecialRegister.Name.RESERVED_SMEM_OFFSET_0,
                    SpecialRegister.Name.RESERVED_SMEM_OFFSET_1);

    private final List<FormRequirement> list = new ArrayList<>();
    private final String stated;

    private FormRequirements(String stated) {
        this.stated = stated;
    }

    /// The requirements of an instruction, in the order of `ptxas`.
    ///
    /// @param target that the module states
    static List<FormRequirement> of(Operation operation, String target) {
        var requirements = new FormRequirements(target);
        requirements.addForm(operation);
        requirements.addOperands(operation);
        return requirements.list;
    }

    private void addForm(Operation operation) {
        switch (operation.opcode()) {
            case CP_ASYNC -> copy(operation);
            case CP_ASYNC_COMMIT_GROUP -> feature("cp.async.commit_group", RELEASE_7_0_SM_80);
            case CP_ASYNC_WAIT_ALL -> feature("cp.async.wait_all", RELEASE_7_0_SM_80);
            case CP_ASYNC_WAIT_GROUP -> feature("cp.async.wait_group", RELEASE_7_0_SM_80);
            case CP_ASYNC_MBARRIER_ARRIVE -> feature("cp.async.mbarrier.arrive", RELEASE_7_0_SM_80);
            case BARRIER_CLUSTER_ARRIVE -> ofCluster(operation, "barrier.cluster.arrive");
            case BARRIER_CLUSTER_WAIT -> ofCluster(operation, "barrier.cluster.wait");
            case ELECT -> feature("elect", RELEASE_8_0_SM_90);
            case GETCTARANK -> feature("getctarank", RELEASE_7_8_SM_90);
            case MAPA -> feature("mapa", RELEASE_7_8_SM_90);
            case FENCE -> fence(operation);
            case FENCE_MBARRIER_INIT -> modifier("mbarrier_init", RELEASE_8_0_SM_90);
            case FENCE_PROXY -> proxy(operation);
            case FENCE_PROXY_ACQUIRE -> unidirectional();
            case GRIDDEPCONTROL_WAIT -> gridControl("wait");
            case GRIDDEPCONTROL_LAUNCH_DEPENDENTS -> gridControl("launch_dependents");
            case LD, ST -> mappedIo(operation);
            case MEMBAR_PROXY -> {
                release("Modifier '.alias'", 7, 5);
                release("Feature 'membar.proxy'", 7, 5);
            }
            case PREFETCH_TENSORMAP -> modifier("tensormap", RELEASE_8_0_SM_90);
            case LOP3 -> lookUp(operation);
            case MMA_SPARSE -> sparse(operation);
            case WGMMA_COMMIT_GROUP -> ofHopper("wgmma.commit_group");
            case WGMMA_FENCE -> ofHopper("wgmma.fence");
            case WGMMA_MMA_ASYNC -> ofHopper("wgmma.mma_async");
            case WGMMA_MMA_ASYNC_SPARSE -> sparseOfHopper(operation);
            case WGMMA_WAIT_GROUP -> ofHopper("wgmma.wait_group");
            case SETMAXNREG_DEC, SETMAXNREG_INC ->
                    specific("setmaxnreg", Set.of(90, 100, 101, 103, 110, 120, 121));
            default -> {
                bulk(operation);
                mbarrier(operation);
                inCluster(operation);
                list.addAll(TensorMemoryRequirements.of(operation, stated));
            }
        }
    }

    private void ofCluster(Operation barrier, String name) {
        feature(name, RELEASE_7_8_SM_90);
        var semantics = barrier.modifiers().or(MemorySemantics.WEAK);
        if (semantics != MemorySemantics.WEAK) {
            release("Modifier '.%s' on '%s'".formatted(semantics.suffix(), name), 8, 0);
        }
    }

    private void mappedIo(Operation access) {
        if (access.modifiers().or(MemorySemantics.WEAK) == MemorySemantics.MMIO) {
            release("Feature '.mmio'", 8, 2);
            target("Feature '.mmio'", 70);
            target("Feature '.relaxed'", 70);
        }
    }

    private void lookUp(Operation lop3) {
        if (lop3.operands().getFirst() instanceof Operand.Pair) {
            target("Instruction 'lop3.<BoolOp>'", 70);
            release("Feature 'lop3.<BoolOp>'", 8, 2);
        }
    }

    private void sparse(Operation product) {
        var order = product.modifiers().get(Metadata.class);
        if (order == Metadata.ORDERED) {
            feature("." + order.suffix(), RELEASE_8_5_SM_80);
        }
        feature("Sparse MMA", RELEASE_7_1_SM_80);
    }

    private void copy(Operation copy) {
        feature("cp.async", RELEASE_7_0_SM_80);
        boolean ignores =
                copy.operands().size() > 3
                        && (copy.operands().get(3) instanceof Operand.Negated
                                || (copy.operands().get(3) instanceof Register register
                                        && register.type() == PtxType.PRED));
        if (ignores) {
            release("Feature 'ignore-src on cp.async'", 7, 5);
        }
    }

    private void bulk(Operation copy) {
        switch (copy.opcode()) {
            case CP_ASYNC_BULK_LOAD, CP_ASYNC_BULK_MULTICAST, CP_ASYNC_BULK_SHARE -> {
                bulk("cp.async.bulk");
                if (copy.modifiers().or(StateSpace.GENERIC) == StateSpace.SHARED_CTA) {
                    String subject =
                            "Feature 'cp.async.bulk with destination state space as .shared::cta'";
                    release(subject, 8, 6);
                }
                bulk(".mbarrier::complete_tx::bytes");
            }
            case CP_ASYNC_BULK_STORE -> {
                bulk("cp.async.bulk");
                bulk(".bulk_group");
            }
            case ST_ASYNC -> asynchronous("st.async");
            case RED_ASYNC -> {
                asynchronous("red.async");
                target("Feature '.cluster scope'", RELEASE_8_1_SM_90.target());
            }
            case CP_ASYNC_BULK_PREFETCH -> bulk("cp.async.bulk.prefetch");
            case CP_ASYNC_BULK_COMMIT_GROUP -> bulk("cp.async.bulk.commit_group");
            case CP_ASYNC_BULK_WAIT_GROUP -> bulk("cp.async.bulk.wait_group");
            case CP_ASYNC_BULK_WAIT_GROUP_READ -> {
                modifier("read", RELEASE_8_0_SM_90);
                bulk("cp.async.bulk.wait_group");
            }
            case CP_ASYNC_BULK_TENSOR_LOAD,
                    CP_ASYNC_BULK_TENSOR_MULTICAST,
                    CP_ASYNC_BULK_TENSOR_STORE,
                    CP_ASYNC_BULK_PREFETCH_TENSOR,
                    CP_REDUCE_ASYNC_BULK_TENSOR ->
                    tensor(copy);
            case TENSORMAP_CP_FENCEPROXY -> tensorMap("tensormap.cp_fenceproxy");
            case TENSORMAP_REPLACE -> tensorMap("tensormap.replace");
            case CP_REDUCE_ASYNC_BULK_SHARE -> {
                bulk("cp.reduce.async.bulk");
                bulk(".mbarrier::complete_tx::bytes");
            }
            case CP_REDUCE_ASYNC_BULK_STORE -> {
                bulk("cp.reduce.async.bulk");
                bulk(".bulk_group");
            }
            default -> {}
        }
    }

    private void tensor(Operation copy) {
        bulk(
                switch (copy.opcode()) {
                    case CP_ASYNC_BULK_PREFETCH_TENSOR -> "cp.async.bulk.prefetch.tensor";
                    case CP_REDUCE_ASYNC_BULK_TENSOR -> "cp.reduce.async.bulk.tensor";
                    default -> "cp.async.bulk.tensor";
                });
        if (copy.modifiers().or(StateSpace.GENERIC) == StateSpace.SHARED_CTA) {
            String subject =
                    "Feature 'cp.async.bulk.tensor with destination state space as .shared::cta'";
            release(subject, 8, 6);
        }
        if (copy.opcode() == Opcode.CP_ASYNC_BULK_TENSOR_MULTICAST) {
            modifier("multicast::cluster", RELEASE_8_0_SM_90);
        }
        if (copy.modifiers().has(Flag.TILE)) {
            bulk(".tile");
        }
    }

    private void tensorMap(String name) {
        release("Feature '%s'".formatted(name), 8, 3);
        target("Instruction '%s'".formatted(name), 90);
    }

    private void asynchronous(String name) {
        feature(name, RELEASE_8_1_SM_90);
        bulk(".mbarrier::complete_tx::bytes");
    }

    private void bulk(String name) {
        String subject = "Feature '%s'".formatted(name);
        target(subject, RELEASE_8_0_SM_90.target());
        release(subject, RELEASE_8_0_SM_90.major(), RELEASE_8_0_SM_90.minor());
    }

    private void fence(Operation fence) {
        target("Feature 'fence instruction'", 70);
        scope(fence);
    }

    private void proxy(Operation fence) {
        var modifiers = fence.modifiers();
        if (modifiers.written().stream().anyMatch(MemoryScope.class::isInstance)) {
            unidirectional();
            if (modifiers.written().stream().anyMatch(Restriction.class::isInstance)) {
                target("Feature '.sync_restrict'", 90);
                release("Feature '.sync_restrict'", 8, 6);
            }
            return;
        }
        if (modifiers.get(Proxy.class) == Proxy.ASYNC) {
            modifier("async", RELEASE_8_0_SM_90);
        }
        feature("fence.proxy", RELEASE_7_5_SM_70);
    }

    private void unidirectional() {
        release("Feature 'fence.proxy with unidirection proxy fence'", 8, 3);
        target("Instruction 'fence.proxy with unidirection proxy fence'", 90);
    }

    private void gridControl(String word) {
        modifier(word, RELEASE_7_8_SM_90);
        release("Feature 'griddepcontrol'", 7, 8);
        target("Instruction 'griddepcontrol'", 90);
    }

    private void mbarrier(Operation operation) {
        switch (operation.opcode()) {
            case MBARRIER_INIT -> feature("mbarrier.init", RELEASE_7_0_SM_80);
            case MBARRIER_INVAL -> feature("mbarrier.inval", RELEASE_7_0_SM_80);
            case MBARRIER_PENDING_COUNT -> feature("mbarrier.pending_count", RELEASE_7_0_SM_80);
            case MBARRIER_ARRIVE -> {
                ordered(operation, "mbarrier.arrive", RELEASE_7_0_SM_80);
                count(operation, "mbarrier.arrive");
                discard(operation);
            }
            case MBARRIER_ARRIVE_NO_COMPLETE -> {
                ordered(operation, "mbarrier.arrive", RELEASE_7_0_SM_80);
                discard(operation);
            }
            case MBARRIER_ARRIVE_DROP -> {
                ordered(operation, "mbarrier.arrive_drop", RELEASE_7_0_SM_80);
                count(operation, "mbarrier.arrive_drop");
            }
            case MBARRIER_ARRIVE_DROP_NO_COMPLETE ->
                    ordered(operation, "mbarrier.arrive_drop", RELEASE_7_0_SM_80);
            case MBARRIER_ARRIVE_EXPECT_TX ->
                    ordered(operation, "mbarrier.arrive.expect_tx", RELEASE_8_0_SM_90);
            case MBARRIER_ARRIVE_DROP_EXPECT_TX ->
                    ordered(operation, "mbarrier.arrive_drop.expect_tx", RELEASE_8_0_SM_90);
            case MBARRIER_EXPECT_TX -> feature("mbarrier.expect_tx", RELEASE_8_0_SM_90);
            case MBARRIER_COMPLETE_TX -> feature("mbarrier.complete_tx", RELEASE_8_0_SM_90);
            case MBARRIER_TEST_WAIT -> ordered(operation, "mbarrier.test_wait", RELEASE_7_0_SM_80);
            case MBARRIER_TEST_WAIT_PARITY ->
                    ordered(operation, "mbarrier.test_wait.parity", RELEASE_7_1_SM_80);
            case MBARRIER_TRY_WAIT -> ordered(operation, "mbarrier.try_wait", RELEASE_7_8_SM_90);
            case MBARRIER_TRY_WAIT_PARITY ->
                    ordered(operation, "mbarrier.try_wait.parity", RELEASE_7_8_SM_90);
            default -> {}
        }
    }

    private void inCluster(Operation operation) {
        boolean isInCluster =
                operation.modifiers().or(StateSpace.GENERIC) == StateSpace.SHARED_CLUSTER;
        if (isInCluster && operation.opcode().isOnMbarrier()) {
            feature(".shared::cluster", RELEASE_8_0_SM_90);
        }
    }

    /// The requirements of an operation that may state its semantics and scope.
    private void ordered(Operation operation, String name, Since since) {
        feature(name, since);
        var semantics = operation.modifiers().or(MemorySemantics.WEAK);
        String subject = "Modifier '.%s' on '%s'".formatted(semantics.suffix(), name);
        switch (semantics) {
            case RELEASE, ACQUIRE -> release(subject, 8, 0);
            case RELAXED -> {
                target(subject, 90);
                release(subject, 8, 6);
            }
            case WEAK, ACQ_REL, SC, VOLATILE, MMIO -> {}
        }
        scope(operation);
    }

    private void count(Operation operation, String name) {
        if (operation.operands().size() > 2) {
            String subject =
                    "Feature '%s with count argument and without '.noComplete' modifier'"
                            .formatted(name);
            target(subject, 90);
            release(subject, 7, 8);
        }
    }

    private void discard(Operation operation) {
        if (operation.operands().getFirst() == Operand.Sink.SINK) {
            release("Feature 'result discard on mbarrier.arrive'", 7, 1);
        }
    }

    private void scope(Operation operation) {
        if (operation.modifiers().or(MemoryScope.CTA) == MemoryScope.CLUSTER) {
            target("Feature '.cluster scope'", 90);
            release("Feature '.cluster scope'", 7, 8);
        }
    }

    private void addOperands(Operation operation) {
        if (operation.opcode().isBulkCopy() || operation.opcode() == Opcode.TENSORMAP_REPLACE) {
            return;
        }
        if (operation.opcode() != Opcode.CP_ASYNC
                && operation.modifiers().or(StateSpace.GENERIC) == StateSpace.SHARED_CTA) {
            release("Feature '::cta'", 7, 8);
        }
        if (operation.opcode() != Opcode.CP_ASYNC
                && operation.modifiers().or(StateSpace.GENERIC) == StateSpace.SHARED_CLUSTER) {
            feature("::cluster", RELEASE_7_8_SM_90);
        }
        for (var operand : operation.operands()) {
            if (operand instanceof SpecialRegister register && RESERVED.contains(register.name())) {
                feature(register.toString(), RELEASE_7_6_SM_80);
            }
        }
    }

    private void ofHopper(String name) {
        specific(name, Set.of(90));
    }

    private void sparseOfHopper(Operation product) {
        boolean isInteger = product.modifiers().types().contains(PtxType.S32);
        String types = isInteger ? "integer" : "floating point";
        release("Feature 'Sparse WGMMA with %s types'".formatted(types), 8, 2);
        String subject = "Instruction 'Sparse wgmma.mma_async with %s types'".formatted(types);
        list.add(
                new FormRequirement(
                        subject, new FormRequirement.Minimum.SpecificTarget(Set.of(90), stated)));
    }

    private void specific(String name, Set<Integer> targets) {
        String subject = "Instruction '%s'".formatted(name);
        release(subject, 8, 0);
        list.add(
                new FormRequirement(
                        subject, new FormRequirement.Minimum.SpecificTarget(targets, stated)));
    }

    private void feature(String name, Since since) {
        String subject = "Feature '%s'".formatted(name);
        release(subject, since.major(), since.minor());
        target(subject, since.target());
    }

    private void modifier(String name, Since since) {
        String subject = "Modifier '.%s'".formatted(name);
        target(subject, since.target());
        release(subject, since.major(), since.minor());
    }

    private void release(String subject, int major, int minor) {
        var version = new IsaVersion(major, minor);
        list.add(new FormRequirement(subject, new FormRequirement.Minimum.Release(version)));
    }

    private void target(String subject, int number) {
        list.add(new FormRequirement(subject, new FormRequirement.Minimum.Target(number)));
    }
}
