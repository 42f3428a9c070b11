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

/// Compiles blocks: a hidden class for each block, with a method for each phase, so that HotSpot
/// compiles each phase separately and unloads the class with the block.
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
            methods(ROUNDS, round);
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
            phases.forEach(phase -> methods(ONCE, phase));
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
                call(code, self, phase, Mode.PATIENT);
                return;
            }
            var patiently = code.newLabel();
            var done = code.newLabel();
            code.aload(1).loadConstant(phase.from());
            RuntimeCalls.callContext(code, "maySucceed", RuntimeCalls.I, RuntimeCalls.I);
            code.ifeq(patiently);
            call(code, self, phase, Mode.QUICK);
            code.dup().ifne(done).pop();
            code.aload(1).loadConstant(phase.from());
            RuntimeCalls.callContext(code, "missed", RuntimeCalls.V, RuntimeCalls.I);
            code.labelBinding(patiently);
            call(code, self, phase, Mode.PATIENT);
            code.labelBinding(done);
        }

        private void call(CodeBuilder code, ClassDesc self, LanePhase phase, Mode pace) {
            code.aload(1).iload(2);
            if (block.isLoop()) {
                code.iload(3);
            }
            var signature = block.isLoop() ? ROUNDS : ONCE;
            code.invokestatic(self, name(phase, pace), signature);
        }

        private String name(LanePhase phase, Mode pace) {
            return (pace == Mode.QUICK ? "quick" : "patient") + phase.from();
        }

        private boolean hasWindows(LanePhase phase) {
            return IntStream.range(phase.from(), phase.to())
                    .anyMatch(pc -> AddressEmitter.usesWindow(view, pc));
        }

        private void methods(MethodTypeDesc signature, LanePhase phase) {
            if (hasWindows(phase)) {
                method(signature, phase, Mode.QUICK);
            }
            method(signature, phase, Mode.PATIENT);
        }

        private void method(MethodTypeDesc signature, LanePhase phase, Mode pace) {
            var pass = new LaneLoopEmitter.Pass(block, phase, pace);
            type.withMethodBody(
                    name(phase, pace),
                    signature,
                    PHASE,
                    code ->
                            new LaneLoopEmitter(new LaneEmitter(code, view), pass, liveness)
                                    .emit());
        }
    }
}
