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
import org.offloadtck.engine.bytecode.LaneLoopEmitter.Lanes;
import org.offloadtck.engine.bytecode.LaneLoopEmitter.Pass;
import org.offloadtck.engine.bytecode.analysis.BasicBlock;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.analysis.LanePhase;
import org.offloadtck.engine.bytecode.analysis.Liveness;
import org.offloadtck.engine.bytecode.runtime.CompiledBlock;
import org.offloadtck.engine.semantics.LaneFunction;

/// Compiles blocks: a hidden class for each block, with methods for each phase, so that HotSpot
/// compiles each phase separately and unloads the class with the block. A phase of a block without
/// a loop has a method for full warps and one for others.
final class BlockCompiler {

    private static final int RUN = ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL;
    private static final int PHASE = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC;
    private static final MethodTypeDesc ONCE =
            MethodTypeDesc.of(RuntimeCalls.I, RuntimeCalls.CONTEXT, RuntimeCalls.I);
    private static final MethodTypeDesc ROUNDS =
            MethodTypeDesc.of(RuntimeCalls.I, RuntimeCalls.CONTEXT, RuntimeCalls.I, RuntimeCalls.I);

    private final InstructionView view;
    private final List<LaneFunction> functions;

    /// @param functions what [org.offloadtck.engine.code.Op#LANE_FUNCTION] computes, by number
    BlockCompiler(InstructionView view, List<LaneFunction> functions) {
        this.view = view;
        this.functions = functions;
    }

    CompiledBlock compile(BasicBlock block, Liveness liveness) {
        var name = CompiledBlock.class.getPackageName() + ".Block" + block.from();
        byte[] bytes =
                ClassFile.of()
                        .build(
                                ClassDesc.of(name),
                                type -> new ClassEmitter(type, block, liveness).emit(name));
        return CompiledBlock.define(bytes, functions, CompiledBlock.class);
    }

    /// The generation of one class.
    private final class ClassEmitter {

        private final ClassBuilder type;
        private final BasicBlock block;
        private final Liveness liveness;

        ClassEmitter(ClassBuilder type, BasicBlock block, Liveness liveness) {
            this.type = type;
            this.block = block;
            this.liveness = liveness;
        }

        void emit(String name) {
            var parent =
                    RuntimeCalls.of(
                            block.isLoop()
                                    ? CompiledBlock.Loop.class
                                    : CompiledBlock.Straight.class);
            type.withFlags(ClassFile.ACC_FINAL).withSuperclass(parent);
            type.withMethodBody(
                    ConstantDescs.INIT_NAME,
                    ConstantDescs.MTD_void,
                    0,
                    code ->
                            code.aload(0)
                                    .loadConstant(block.length())
                                    .invokespecial(
                                            parent,
                                            ConstantDescs.INIT_NAME,
                                            MethodTypeDesc.of(RuntimeCalls.V, RuntimeCalls.I))
                                    .return_());
            if (block.isLoop()) {
                loop(ClassDesc.of(name));
            } else {
                straight(ClassDesc.of(name));
            }
        }

        private void loop(ClassDesc self) {
            var round = block.phases(view).getFirst();
            methods(round);
            type.withMethodBody(
                    "run",
                    ROUNDS,
                    RUN,
                    code -> {
                        emitPhase(code, self, round);
                        code.ireturn();
                    });
        }

        private void straight(ClassDesc self) {
            var phases = block.phases(view);
            phases.forEach(this::methods);
            type.withMethodBody(
                    "run",
                    ONCE,
                    RUN,
                    code -> {
                        for (var phase : phases) {
                            var next = code.newLabel();
                            emitPhase(code, self, phase);
                            code.ifne(next);
                            code.loadConstant(phase.from() - block.from()).ireturn();
                            code.labelBinding(next);
                        }
                        code.loadConstant(block.length()).ireturn();
                    });
        }

        /// Emits the call of a phase, of the code without lookups first if the phase has it, and
        /// pushes the number of lane executions.
        private void emitPhase(CodeBuilder code, ClassDesc self, LanePhase phase) {
            if (!hasWindows(phase)) {
                callFirst(code, self, phase, Mode.PATIENT);
                return;
            }
            var patiently = code.newLabel();
            var done = code.newLabel();
            code.aload(1).loadConstant(phase.from());
            RuntimeCalls.callContext(code, "maySucceed", RuntimeCalls.I, RuntimeCalls.I);
            code.ifeq(patiently);
            callFirst(code, self, phase, Mode.QUICK);
            code.dup().ifne(done).pop();
            code.aload(1).loadConstant(phase.from());
            RuntimeCalls.callContext(code, "missed", RuntimeCalls.V, RuntimeCalls.I);
            code.labelBinding(patiently);
            call(code, self, pass(phase, Mode.PATIENT, Lanes.MASKED));
            code.labelBinding(done);
        }

        /// Emits the call of the code that is tried first; if all lanes are active, of the code for
        /// all lanes.
        private void callFirst(CodeBuilder code, ClassDesc self, LanePhase phase, Mode pace) {
            if (block.isLoop()) {
                call(code, self, pass(phase, pace, Lanes.MASKED));
                return;
            }
            var masked = code.newLabel();
            var done = code.newLabel();
            code.iload(2).iconst_m1().if_icmpne(masked);
            call(code, self, pass(phase, pace, Lanes.ALL));
            code.goto_(done).labelBinding(masked);
            call(code, self, pass(phase, pace, Lanes.MASKED));
            code.labelBinding(done);
        }

        private Pass pass(LanePhase phase, Mode pace, Lanes lanes) {
            return new Pass(block, phase, pace, lanes);
        }

        private void call(CodeBuilder code, ClassDesc self, Pass pass) {
            code.aload(1).iload(2);
            if (block.isLoop()) {
                code.iload(3);
            }
            code.invokestatic(self, name(pass), block.isLoop() ? ROUNDS : ONCE);
        }

        private static String name(Pass pass) {
            return (pass.pace() == Mode.QUICK ? "quick" : "patient")
                    + (pass.lanes() == Lanes.ALL ? "All" : "")
                    + pass.phase().from();
        }

        private boolean hasWindows(LanePhase phase) {
            return IntStream.range(phase.from(), phase.to())
                    .anyMatch(pc -> AddressEmitter.usesWindow(view, pc));
        }

        private void methods(LanePhase phase) {
            method(pass(phase, Mode.PATIENT, Lanes.MASKED));
            var first = hasWindows(phase) ? Mode.QUICK : Mode.PATIENT;
            if (first == Mode.QUICK) {
                method(pass(phase, first, Lanes.MASKED));
            }
            if (!block.isLoop()) {
                method(pass(phase, first, Lanes.ALL));
            }
        }

        private void method(Pass pass) {
            type.withMethodBody(
                    name(pass),
                    block.isLoop() ? ROUNDS : ONCE,
                    PHASE,
                    code ->
                            new LaneLoopEmitter(new LaneEmitter(code, view), pass, liveness)
                                    .emit());
        }
    }
}
