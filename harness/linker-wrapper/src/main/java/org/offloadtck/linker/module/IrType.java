package org.offloadtck.linker.module;

import java.util.List;
import java.util.stream.Collectors;

/// The type of a constant, a global or a value.
///
/// Sizes and alignments, in bytes, are those of x86-64's data layout: every scalar is aligned to
/// its size, a structure to its most aligned field.
///
/// @see "LLVM Language Reference Manual, Type System; System V ABI, AMD64 Architecture Processor
///   Supplement 1.0, 3.1.2"
public sealed interface IrType {

    /// The result type of a function that returns nothing.
    IrType VOID = new Scalar("void", 0);

    /// The result type of a comparison.
    IrType I1 = new Scalar("i1", Byte.BYTES);

    IrType I8 = new Scalar("i8", Byte.BYTES);
    IrType I16 = new Scalar("i16", Short.BYTES);
    IrType I32 = new Scalar("i32", Integer.BYTES);
    IrType I64 = new Scalar("i64", Long.BYTES);
    IrType POINTER = new Scalar("ptr", Long.BYTES);

    /// An integer or the pointer.
    record Scalar(String text, long size) implements IrType {

        @Override
        public long alignment() {
            return size;
        }
    }

    /// `[count x element]`.
    record Array(long count, IrType element) implements IrType {

        @Override
        public String text() {
            return "[%d x %s]".formatted(count, element.text());
        }

        @Override
        public long size() {
            return count * element.size();
        }

        @Override
        public long alignment() {
            return element.alignment();
        }
    }

    /// A structure that the module defines by name: `%name`.
    record Struct(String name, List<IrType> fields) implements IrType {

        public Struct {
            fields = List.copyOf(fields);
        }

        @Override
        public String text() {
            return "%" + name;
        }

        /// The definition of the structure's name.
        String definition() {
            return fields.stream().map(IrType::text).collect(Collectors.joining(", ", "{ ", " }"));
        }

        /// The offset of the field with this index, in bytes; for the number of fields, the end of
        /// the last field.
        public long offset(int field) {
            long offset = 0;
            for (int index = 0; index < field; index++) {
                IrType type = fields.get(index);
                offset = aligned(offset, type.alignment()) + type.size();
            }
            return field < fields.size() ? aligned(offset, fields.get(field).alignment()) : offset;
        }

        @Override
        public long size() {
            return aligned(offset(fields.size()), alignment());
        }

        @Override
        public long alignment() {
            return fields.stream().mapToLong(IrType::alignment).max().orElse(1);
        }

        private static long aligned(long offset, long alignment) {
            return Math.ceilDiv(offset, alignment) * alignment;
        }
    }

    /// The type in the module's text.
    String text();

    long size();

    long alignment();
}
