package org.offloadtck.simt.bytecode;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.simt.bytecode.Places.Pace;
import org.offloadtck.simt.semantics.LaneFunction;

/// Makes blocks: a hidden class each, with a method for each phase, so that HotSpot compiles each
/// by itself, and that goes when nobody has the block any more.
final class BlockCompiler {

    private static final int RUN = ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL;
    private static final int PHASE = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC;
    private static final MethodTypeDesc ONCE = MethodTypeDesc.of(Names.I, Names.WORKSPACE, Names.I);
    private static final MethodTypeDesc ROUNDS =
            MethodTypeDesc.of(Names.I, Names.WORKSPACE, Names.I, Names.I);

    private final Listing listing;
    private final List<LaneFunction> functions;

    /// @param functions what [org.offloadtck.simt.image.Op#LANE_FUNCTION] computes, by number
    BlockCompiler(Listing listing, List<LaneFunction> functions) {
        this.listing = listing;
        this.functions = functions;
    }

    Block compile(Stretch stretch, Liveness liveness) {
        var name = Block.class.getPackageName() + ".Block" + stretch.from();
        byte[] bytes =
                ClassFile.of()
                        .build(
                                ClassDesc.of(name),
                                type -> new Emission(type, stretch, liveness).emit(name));
        try {
            return MethodHandles.lookup()
                    .defineHiddenClassWithClassData(bytes, functions, true)
                    .lookupClass()
                    .asSubclass(Block.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(
                    "block at %d of '%s'".formatted(stretch.from(), stretch.function().name()),
                    impossible);
        }
    }

    /// A class being written.
    private final class Emission {

        private final ClassBuilder type;
        private final Stretch stretch;
        private final Liveness liveness;

        Emission(ClassBuilder type, Stretch stretch, Liveness liveness) {
            this.type = type;
            this.stretch = stretch;
            this.liveness = liveness;
        }

        void emit(String name) {
            var parent = Names.of(stretch.loops() ? Block.Loop.class : Block.Straight.class);
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
                                            MethodTypeDesc.of(Names.V, Names.I))
                                    .return_());
            if (stretch.loops()) {
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
        private void carryOut(CodeBuilder code, ClassDesc self, Phase phase) {
            if (!hasWindows(phase)) {
                call(code, self, phase, Pace.PATIENT);
                return;
            }
            var patiently = code.newLabel();
            var done = code.newLabel();
            code.aload(1).loadConstant(phase.from());
            Names.callWorkspace(code, "maySucceed", Names.I, Names.I);
            code.ifeq(patiently);
            call(code, self, phase, Pace.QUICK);
            code.dup().ifne(done).pop();
            code.aload(1).loadConstant(phase.from());
            Names.callWorkspace(code, "missed", Names.V, Names.I);
            code.labelBinding(patiently);
            call(code, self, phase, Pace.PATIENT);
            code.labelBinding(done);
        }

        private void call(CodeBuilder code, ClassDesc self, Phase phase, Pace pace) {
            code.aload(1).iload(2);
            if (stretch.loops()) {
                code.iload(3);
            }
            var signature = stretch.loops() ? ROUNDS : ONCE;
            code.invokestatic(self, name(phase, pace), signature);
        }

        private String name(Phase phase, Pace pace) {
            return (pace == Pace.QUICK ? "quick" : "patient") + phase.from();
        }

        private boolean hasWindows(Phase phase) {
            return IntStream.range(phase.from(), phase.to())
                    .anyMatch(pc -> Places.usesWindow(listing, pc));
        }

        private void methods(MethodTypeDesc signature, Phase phase) {
            if (hasWindows(phase)) {
                method(signature, phase, Pace.QUICK);
            }
            method(signature, phase, Pace.PATIENT);
        }

        private void method(MethodTypeDesc signature, Phase phase, Pace pace) {
            var pass = new LaneLoop.Pass(stretch, phase, pace);
            type.withMethodBody(
                    name(phase, pace),
                    signature,
                    PHASE,
                    code -> new LaneLoop(new LaneCode(code, listing), pass, liveness).emit());
        }
    }
}
