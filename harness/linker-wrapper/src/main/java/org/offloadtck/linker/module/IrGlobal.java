package org.offloadtck.linker.module;

/// A variable of the module, or one it refers to.
public sealed interface IrGlobal {

    String name();

    /// One that the linker defines: hidden, as `__start_` and `__stop_` symbols are, so that no
    /// other component's are taken.
    record HiddenReference(String name, IrType type) implements IrGlobal {}

    /// One that is defined here.
    ///
    /// @param section its section; empty for the one that the content calls for
    /// @param alignment in bytes; 0 for that of its type
    record Definition(
            String name,
            Linkage linkage,
            Mutability mutability,
            IrConstant initializer,
            String section,
            long alignment)
            implements IrGlobal {

        /// A constant of the object itself, in the section and with the alignment its content calls
        /// for.
        public static Definition constant(String name, IrConstant initializer) {
            return new Definition(name, Linkage.INTERNAL, Mutability.CONSTANT, initializer, "", 0);
        }

        /// The alignment of its data, in bytes. One that is stated holds; else a variable of more
        /// than 16 bytes is aligned to 16, and an aggregate to 8.
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

    /// Who may refer to a definition.
    enum Linkage {
        /// The object itself.
        INTERNAL("internal "),
        /// The object itself, whose address nobody compares.
        INTERNAL_UNNAMED("internal unnamed_addr "),
        /// Every object of the program.
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
