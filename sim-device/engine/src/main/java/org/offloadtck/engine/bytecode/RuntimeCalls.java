package org.offloadtck.engine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import org.offloadtck.engine.bytecode.runtime.AccessTrace;
import org.offloadtck.engine.bytecode.runtime.BlockContext;
import org.offloadtck.engine.bytecode.runtime.LaneListener;
import org.offloadtck.engine.bytecode.runtime.MemoryWindow;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.semantics.FloatRelation;
import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.semantics.Integers;
import org.offloadtck.engine.semantics.LaneFunction;

/// Descriptors of the classes that generated code refers to, and the emission of calls to them.
final class RuntimeCalls {

    static final ClassDesc CONTEXT = of(BlockContext.class);
    static final ClassDesc WINDOW = of(MemoryWindow.class);
    static final ClassDesc TRACE = of(AccessTrace.class);
    static final ClassDesc LISTENER = of(LaneListener.class);
    static final ClassDesc FUNCTION = of(LaneFunction.class);
    static final ClassDesc BYTES = of(NativeBytes.class);
    static final ClassDesc FLOATS = of(Floats.class);
    static final ClassDesc INTEGERS = of(Integers.class);
    static final ClassDesc RELATION = of(FloatRelation.class);
    static final ClassDesc ADDRESS_SPACE = of(AddressSpace.class);
    static final ClassDesc MATH = of(Math.class);
    static final ClassDesc INTEGER = of(Integer.class);
    static final ClassDesc LONG = of(Long.class);
    static final ClassDesc FLOAT = of(Float.class);
    static final ClassDesc DOUBLE = of(Double.class);

    static final ClassDesc I = ConstantDescs.CD_int;
    static final ClassDesc J = ConstantDescs.CD_long;
    static final ClassDesc F = ConstantDescs.CD_float;
    static final ClassDesc D = ConstantDescs.CD_double;
    static final ClassDesc Z = ConstantDescs.CD_boolean;
    static final ClassDesc V = ConstantDescs.CD_void;
    static final ClassDesc ROWS = J.arrayType();
    static final ClassDesc PREDICATES = I.arrayType();

    private RuntimeCalls() {}

    static ClassDesc of(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }

    /// Emits a call of a static method.
    static void call(
            CodeBuilder code, ClassDesc owner, String name, ClassDesc result, ClassDesc... types) {
        code.invokestatic(owner, name, MethodTypeDesc.of(result, types));
    }

    /// Pushes a [LaneFunction], by its number: one of the class data.
    static void function(CodeBuilder code, int number) {
        code.loadConstant(
                DynamicConstantDesc.ofNamed(
                        ConstantDescs.BSM_CLASS_DATA_AT,
                        ConstantDescs.DEFAULT_NAME,
                        FUNCTION,
                        number));
    }

    /// Emits a call of a [LaneFunction], which is below its three operands on the stack.
    static void apply(CodeBuilder code) {
        code.invokeinterface(FUNCTION, "apply", MethodTypeDesc.of(J, J, J, J));
    }

    /// Emits a call of a method of a window.
    static void callWindow(CodeBuilder code, String name, ClassDesc result) {
        code.invokevirtual(WINDOW, name, MethodTypeDesc.of(result));
    }

    /// Emits a call of a method of the context, which is below the arguments on the stack.
    static void callContext(CodeBuilder code, String name, ClassDesc result, ClassDesc... types) {
        code.invokevirtual(CONTEXT, name, MethodTypeDesc.of(result, types));
    }

    /// Emits a call of a method of the context that finds the place of an access. On the stack are
    /// the context, the instruction if `looksUp`, the address, the size and the request.
    static void callPlace(CodeBuilder code, String name, boolean looksUp) {
        if (looksUp) {
            callContext(code, name, J, I, J, I, I);
        } else {
            callContext(code, name, J, J, I, I);
        }
    }
}
