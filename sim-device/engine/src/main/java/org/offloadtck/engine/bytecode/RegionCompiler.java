package org.offloadtck.engine.bytecode;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.analysis.Liveness;
import org.offloadtck.engine.bytecode.analysis.ScalarPath;
import org.offloadtck.engine.bytecode.analysis.ScalarRegion;
import org.offloadtck.engine.bytecode.runtime.CompiledBlock;
import org.offloadtck.engine.bytecode.runtime.CompiledRegion;
import org.offloadtck.engine.semantics.LaneFunction;

/// Compiles regions: a hidden class for each region with one method, in which branches are jumps.
final class RegionCompiler {

    private static final ClassDesc PARENT = RuntimeCalls.of(CompiledRegion.class);
    private static final MethodTypeDesc RUN =
            MethodTypeDesc.of(
                    RuntimeCalls.I,
                    RuntimeCalls.CONTEXT,
                    RuntimeCalls.I,
                    RuntimeCalls.I,
                    RuntimeCalls.I,
                    RuntimeCalls.I);
    private static final String EXECUTE = "execute";

    private final InstructionView view;
    private final List<LaneFunction> functions;

    /// @param functions what [org.offloadtck.engine.code.Op#LANE_FUNCTION] computes, by number
    RegionCompiler(InstructionView view, List<LaneFunction> functions) {
        this.view = view;
        this.functions = functions;
    }

    CompiledRegion compile(ScalarRegion region, Liveness liveness) {
        var paths = new ArrayList<ScalarPath>();
        byte[] bytes = bytes(region, liveness, paths);
        var compiled = CompiledBlock.define(bytes, functions, CompiledRegion.class);
        compiled.setPaths(paths);
        return compiled;
    }

    /// The class file of a region.
    ///
    /// @param paths receives the paths that instrumented code refers to, by index
    byte[] bytes(ScalarRegion region, Liveness liveness, List<ScalarPath> paths) {
        var name = ClassDesc.of(CompiledRegion.class.getPackageName() + ".Region" + region.from());
        return ClassFile.of()
                .build(
                        name,
                        type ->
                                type.withFlags(ClassFile.ACC_FINAL)
                                        .withSuperclass(PARENT)
                                        .withMethodBody(
                                                ConstantDescs.INIT_NAME,
                                                ConstantDescs.MTD_void,
                                                0,
                                                RegionCompiler::construct)
                                        .withMethodBody(
                                                "run",
                                                RUN,
                                                ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL,
                                                code -> forward(code, name))
                                        .withMethodBody(
                                                EXECUTE,
                                                RUN,
                                                ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC,
                                                code -> emit(code, region, liveness, paths)));
    }

    private static void construct(CodeBuilder code) {
        code.aload(0)
                .invokespecial(PARENT, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                .return_();
    }

    private static void forward(CodeBuilder code, ClassDesc name) {
        code.aload(1).iload(2).iload(3).iload(4).iload(5);
        code.invokestatic(name, EXECUTE, RUN).ireturn();
    }

    private void emit(
            CodeBuilder code, ScalarRegion region, Liveness liveness, List<ScalarPath> paths) {
        paths.clear();
        var frame = RegionFrame.begin(code);
        Map<Integer, Label> labels = new TreeMap<>();
        region.leaders().forEach(leader -> labels.put(leader, code.newLabel()));
        var outside = code.newLabel();
        var cases =
                region.entries().stream()
                        .map(entry -> SwitchCase.of(entry, label(labels, entry)))
                        .toList();
        code.iload(RegionFrame.COUNTER).lookupswitch(outside, cases);
        for (int leader : region.leaders()) {
            code.block(block ->
                    new ScalarBlockEmitter(
                                    new LaneEmitter(block, view, RegionFrame.LANE),
                                    frame,
                                    new ScalarBlockEmitter.Place(region, leader, labels, paths),
                                    liveness)
                            .emit());
        }
        code.labelBinding(outside).iload(RegionFrame.COUNTER).ireturn();
    }

    private static Label label(Map<Integer, Label> labels, int leader) {
        var label = labels.get(leader);
        if (label == null) {
            throw new IllegalStateException("no leader at " + leader);
        }
        return label;
    }

    /// The parameters and variables of the method.
    ///
    /// @param registers the register file
    /// @param row index of the register of the lane in the first row of the frame
    /// @param predicates the predicate file
    /// @param predicate index of the first predicate of the frame
    /// @param executed instructions executed and counted
    record RegionFrame(int registers, int row, int predicates, int predicate, int executed) {

        static final int LANE = 1;
        static final int COUNTER = 2;
        static final int LIMIT = 3;
        static final int BUDGET = 4;

        static RegionFrame begin(CodeBuilder code) {
            var frame =
                    new RegionFrame(
                            code.allocateLocal(TypeKind.REFERENCE),
                            code.allocateLocal(TypeKind.INT),
                            code.allocateLocal(TypeKind.REFERENCE),
                            code.allocateLocal(TypeKind.INT),
                            code.allocateLocal(TypeKind.INT));
            field(code, "registers", RuntimeCalls.ROWS).astore(frame.registers);
            field(code, "rows", RuntimeCalls.I).iload(LANE).iadd().istore(frame.row);
            field(code, "predicates", RuntimeCalls.PREDICATES).astore(frame.predicates);
            field(code, "firstPredicate", RuntimeCalls.I).istore(frame.predicate);
            code.iconst_0().istore(frame.executed);
            return frame;
        }

        private static CodeBuilder field(CodeBuilder code, String name, ClassDesc type) {
            return code.aload(LaneEmitter.CONTEXT).getfield(RuntimeCalls.CONTEXT, name, type);
        }
    }
}
