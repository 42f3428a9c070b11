package org.offloadtck.linker.module;

/// A global variable that the module defines or refers to.
public sealed interface IrGlobal {

    String name();

    /// A variable that the linker defines. It is hidden, as `__start_` and `__stop_` symbols are,
    /// so that it never binds to another component's.
    record HiddenReference(String name, IrType type) implements IrGlobal {}

    /// A variable that the module defines.
    ///
    /// @param section its section; empty for the default section of its content
    /// @param alignment in bytes; 0 for that of its type
    record Definition(
            String name,
            Linkage linkage,
            Mutability mutability,
            IrConstant initializer,
            String section,
            long alignment)
            implements IrGlobal {

        /// An internal constant, with the default section and alignment of its content.
        public static Definition constant(String name, IrConstant initializer) {
            return new Definition(name, Linkage.INTERNAL, Mutability.CONSTANT, initializer, "", 0);
        }

        /// The alignment of its data, in bytes. A stated alignment is used as it is; else a
        /// variable of more than 16 bytes is aligned to 16, and an aggregate to 8.
        ///
        /// @see "LLVM 16, llvm/lib/IR/DataLayout.cpp, getPreferredAlign; X86TargetMachine.cpp,
        ///   computeDataLayout: aggregates prefer 64 bits"
        long placement() {
            if (alignment > 0) {
                return alignment;
            }
            IrType type = initializer.type();
            return type.size() > 16 ? 16 : preferred(type);
        }

        private static long preferred(IrType type) {
            return switch (type) {
                case IrType.Scalar scalar -> scalar.alignment();
                case IrType.Array(_, var element) -> preferred(element);
                case IrType.Struct struct -> Math.max(Long.BYTES, struct.alignment());
            };
        }

        public Definition in(String other) {
            return new Definition(name, linkage, mutability, initializer, other, alignment);
        }

        public Definition aligned(long other) {
            return new Definition(name, linkage, mutability, initializer, section, other);
        }

        public Definition with(Linkage other) {
            return new Definition(name, other, mutability, initializer, section, alignment);
        }

        public Definition with(Mutability other) {
            return new Definition(name, linkage, other, initializer, section, alignment);
        }
    }

    /// The linkage and visibility of a definition.
    enum Linkage {
        /// Visible in the object only.
        INTERNAL("internal "),
        /// Visible in the object only; its address is not significant.
        INTERNAL_UNNAMED("internal unnamed_addr "),
        /// Visible in all objects of the program.
        HIDDEN("hidden ");

        private final String text;

        Linkage(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /// Whether the program may write to it.
    enum Mutability {
        CONSTANT("constant"),
        VARIABLE("global");

        private final String text;

        Mutability(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }
}
