package org.offloadtck.engine.launch;

import org.offloadtck.engine.bytecode.analysis.ScalarPath;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.BulkTransfer;
import org.offloadtck.engine.memory.MatrixReads;
import org.offloadtck.engine.sampling.TexelAccess;
import org.offloadtck.engine.thread.Cluster;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.TensorMemoryUse;
import org.offloadtck.engine.thread.Warp;

/// Forwards each event of a launch to two observers, and permits what both permit.
record ObserverPair(LaunchObserver first, LaunchObserver second) implements LaunchObserver {

    @Override
    public boolean permitsParallelCtas() {
        return first.permitsParallelCtas() && second.permitsParallelCtas();
    }

    @Override
    public boolean observesBlocks() {
        return first.observesBlocks() && second.observesBlocks();
    }

    @Override
    public boolean observesReductions() {
        return first.observesReductions() && second.observesReductions();
    }

    @Override
    public boolean permitsBlock(BlockExecution execution) {
        return first.permitsBlock(execution) && second.permitsBlock(execution);
    }

    @Override
    public boolean admitsAccesses(BlockExecution execution) {
        return first.admitsAccesses(execution) && second.admitsAccesses(execution);
    }

    @Override
    public void blockAccessed(BlockExecution execution) {
        first.blockAccessed(execution);
        second.blockAccessed(execution);
    }

    @Override
    public void blockExecuted(BlockExecution execution) {
        first.blockExecuted(execution);
        second.blockExecuted(execution);
    }

    @Override
    public boolean permitsLane(LaneExecution execution, ScalarPath block) {
        return first.permitsLane(execution, block) && second.permitsLane(execution, block);
    }

    @Override
    public boolean admitsLaneAccess(LaneExecution execution, int programCounter, long address) {
        return first.admitsLaneAccess(execution, programCounter, address)
                && second.admitsLaneAccess(execution, programCounter, address);
    }

    @Override
    public void laneAccessed(LaneExecution execution, int programCounter, long address) {
        first.laneAccessed(execution, programCounter, address);
        second.laneAccessed(execution, programCounter, address);
    }

    @Override
    public void laneExecuted(LaneExecution execution, ScalarPath path, boolean isRepeated) {
        first.laneExecuted(execution, path, isRepeated);
        second.laneExecuted(execution, path, isRepeated);
    }

    @Override
    public void workerStarted() {
        first.workerStarted();
        second.workerStarted();
    }

    @Override
    public void workerEnded() {
        first.workerEnded();
        second.workerEnded();
    }

    @Override
    public void ctaStarted(Cta cta) {
        first.ctaStarted(cta);
        second.ctaStarted(cta);
    }

    @Override
    public void ctaEnded(Cta cta) {
        first.ctaEnded(cta);
        second.ctaEnded(cta);
    }

    @Override
    public void instructionIssued(Warp warp, LaneGroup group, int active) {
        first.instructionIssued(warp, group, active);
        second.instructionIssued(warp, group, active);
    }

    @Override
    public void accessIssued(Warp warp, LaneGroup group, int active, long[] addresses) {
        first.accessIssued(warp, group, active, addresses);
        second.accessIssued(warp, group, active, addresses);
    }

    @Override
    public void texelsAccessed(Warp warp, LaneGroup group, int active, TexelAccess access) {
        first.texelsAccessed(warp, group, active, access);
        second.texelsAccessed(warp, group, active, access);
    }

    @Override
    public void bulkCopied(Warp warp, LaneGroup group, int active, BulkTransfer transfer) {
        first.bulkCopied(warp, group, active, transfer);
        second.bulkCopied(warp, group, active, transfer);
    }

    @Override
    public void matricesRead(Warp warp, LaneGroup group, int active, MatrixReads reads) {
        first.matricesRead(warp, group, active, reads);
        second.matricesRead(warp, group, active, reads);
    }

    @Override
    public void tensorCoreReads(Warp warp, LaneGroup group, int active, MatrixReads reads) {
        first.tensorCoreReads(warp, group, active, reads);
        second.tensorCoreReads(warp, group, active, reads);
    }

    @Override
    public void tensorMemoryUsed(Warp warp, LaneGroup group, int active, TensorMemoryUse use) {
        first.tensorMemoryUsed(warp, group, active, use);
        second.tensorMemoryUsed(warp, group, active, use);
    }

    @Override
    public void functionEntered(Warp warp, LaneGroup group) {
        first.functionEntered(warp, group);
        second.functionEntered(warp, group);
    }

    @Override
    public void stackGrown(Warp warp, LaneGroup group, int from) {
        first.stackGrown(warp, group, from);
        second.stackGrown(warp, group, from);
    }

    @Override
    public void functionReturning(Warp warp, LaneGroup group) {
        first.functionReturning(warp, group);
        second.functionReturning(warp, group);
    }

    @Override
    public void collectiveCompleted(Warp warp, int lanes) {
        first.collectiveCompleted(warp, lanes);
        second.collectiveCompleted(warp, lanes);
    }

    @Override
    public void shuffled(Warp warp, LaneGroup group, int[] sources) {
        first.shuffled(warp, group, sources);
        second.shuffled(warp, group, sources);
    }

    @Override
    public void heapBlockAllocated(Warp warp, LaneGroup group, int lane, Allocation block) {
        first.heapBlockAllocated(warp, group, lane, block);
        second.heapBlockAllocated(warp, group, lane, block);
    }

    @Override
    public void mbarrierCompleted(Cta cta, long address) {
        first.mbarrierCompleted(cta, address);
        second.mbarrierCompleted(cta, address);
    }

    @Override
    public void clusterBarrierCompleted(Cluster cluster) {
        first.clusterBarrierCompleted(cluster);
        second.clusterBarrierCompleted(cluster);
    }

    @Override
    public void barrierCompleted(Cta cta, int barrier) {
        first.barrierCompleted(cta, barrier);
        second.barrierCompleted(cta, barrier);
    }
}
