package org.offloadtck.engine.bytecode;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.engine.bytecode.AddressEmitter.Mode;
import org.offloadtck.engine.bytecode.analysis.BasicBlock;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.analysis.LanePhase;
import org.offloadtck.engine.bytecode.analysis.Liveness;
import org.offloadtck.engine.bytecode.runtime.CompiledBlock;
import org.offloadtck.engine.semantics.LaneFunction;

/// Makes blocks: a hidden class each, with a method for each phase, so that HotSpot compiles each
/// by itself, and that goes when nobody has the block any more.
final class BlockCompiler {

    private static final int RUN = ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL;
    private static final int PHASE = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC;
    private static final MethodTypeDesc ONCE =
            MethodTypeDesc.of(RuntimeCalls.I, RuntimeCalls.WORKSPACE, RuntimeCalls.I);
    private static final MethodTypeDesc ROUNDS =
            MethodTypeDesc.of(
                    RuntimeCalls.I, RuntimeCalls.WORKSPACE, RuntimeCalls.I, RuntimeCalls.I);

    private final InstructionView listing;
    private final List<LaneFunction> functions;

    /// @param functions what [org.offloadtck.engine.code.Op#LANE_FUNCTION] computes, by number
    BlockCompiler(InstructionView listing, List<LaneFunction> functions) {
        this.listing = listing;
        this.functions = functions;
    }

    CompiledBlock compile(BasicBlock stretch, Liveness liveness) {
        var name = CompiledBlock.class.getPackageName() + ".Block" + stretch.from();
        byte[] bytes =
                ClassFile.of()
                        .build(
                                ClassDesc.of(name),
                                type -> new Emission(type, stretch, liveness).emit(name));
        return CompiledBlock.define(bytes, functions);
    }

    /// A class being written.
    private final class Emission {

        private final ClassBuilder type;
        private final BasicBlock stretch;
        private final Liveness liveness;

        Emission(ClassBuilder type, BasicBlock stretch, Liveness liveness) {
            this.type = type;
            this.stretch = stretch;
            this.liveness = liveness;
        }

        void emit(String name) {
            var parent =
                    RuntimeCalls.of(
                            stretch.isLoop()
                                    ? CompiledBlock.Loop.class
                                    : CompiledBlock.Straight.class);
            type.withFlags(ClassFile.ACC_FINAL).withSuperclass(parent);
            type.withMethodBody(
                    ConstantDescs.INIT_NAME,
                    ConstantDescs.MTD_void,
                    0,
                    code ->
                            code.aload(0)
                                    .loadConstant(stretch.length())
                                    .invokespecial(
                                            parent,
                                            ConstantDescs.INIT_NAME,
                                            MethodTypeDesc.of(RuntimeCalls.V, RuntimeCalls.I))
                                    .return_());
            if (stretch.isLoop()) {
                loop(ClassDesc.of(name));
            } else {
                straight(ClassDesc.of(name));
            }
        }

        private void loop(ClassDesc self) {
            var round = stretch.phases(listing).getFirst();
            methods(ROUNDS, round);
            type.withMethodBody(
                    "run",
                    ROUNDS,
                    RUN,
                    code -> {
                        carryOut(code, self, round);
                        code.ireturn();
                    });
        }

        private void straight(ClassDesc self) {
            var phases = stretch.phases(listing);
            phases.forEach(phase -> methods(ONCE, phase));
            type.withMethodBody(
                    "run",
                    ONCE,
                    RUN,
                    code -> {
                        for (var phase : phases) {
                            var next = code.newLabel();
                            carryOut(code, self, phase);
                            code.ifne(next);
                            code.loadConstant(phase.from() - stretch.from()).ireturn();
                            code.labelBinding(next);
                        }
                        code.loadConstant(stretch.length()).ireturn();
                    });
        }

        /// Code that carries out a phase, quickly if that may go well, and pushes how often lanes
        /// did.
        private void carryOut(CodeBuilder code, ClassDesc self, LanePhase phase) {
            if (!hasWindows(phase)) {
                call(code, self, phase, Mode.PATIENT);
                return;
            }
            var patiently = code.newLabel();
            var done = code.newLabel();
            code.aload(1).loadConstant(phase.from());
            RuntimeCalls.callWorkspace(code, "maySucceed", RuntimeCalls.I, RuntimeCalls.I);
            code.ifeq(patiently);
            call(code, self, phase, Mode.QUICK);
            code.dup().ifne(done).pop();
            code.aload(1).loadConstant(phase.from());
            RuntimeCalls.callWorkspace(code, "missed", RuntimeCalls.V, RuntimeCalls.I);
            code.labelBinding(patiently);
            call(code, self, phase, Mode.PATIENT);
            code.labelBinding(done);
        }

        private void call(CodeBuilder code, ClassDesc self, LanePhase phase, Mode pace) {
            code.aload(1).iload(2);
            if (stretch.isLoop()) {
                code.iload(3);
            }
            var signature = stretch.isLoop() ? ROUNDS : ONCE;
            code.invokestatic(self, name(phase, pace), signature);
        }

        private String name(LanePhase phase, Mode pace) {
            return (pace == Mode.QUICK ? "quick" : "patient") + phase.from();
        }

        private boolean hasWindows(LanePhase phase) {
            return IntStream.range(phase.from(), phase.to())
                    .anyMatch(pc -> AddressEmitter.usesWindow(listing, pc));
        }

        private void methods(MethodTypeDesc signature, LanePhase phase) {
            if (hasWindows(phase)) {
                method(signature, phase, Mode.QUICK);
            }
            method(signature, phase, Mode.PATIENT);
        }

        private void method(MethodTypeDesc signature, LanePhase phase, Mode pace) {
            var pass = new LaneLoopEmitter.Pass(stretch, phase, pace);
            type.withMethodBody(
                    name(phase, pace),
                    signature,
                    PHASE,
                    code ->
                            new LaneLoopEmitter(new LaneEmitter(code, listing), pass, liveness)
                                    .emit());
        }
    }
}
