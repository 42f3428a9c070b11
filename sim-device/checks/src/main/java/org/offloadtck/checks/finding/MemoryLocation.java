package org.offloadtck.checks.finding;

import java.util.List;
import java.util.Locale;

/// Where an address of device memory is, by the allocation or variable that contains it.
public sealed interface MemoryLocation {

    /// A variable, a heap block or an allocation of the host.
    ///
    /// @param size in bytes
    record NamedMemory(String name, long size) {

        @Override
        public String toString() {
            return "'%s' (%d bytes)".formatted(name, size);
        }
    }

    /// An address that no allocation contains.
    record Unallocated(long address) implements MemoryLocation {

        @Override
        public String toString() {
            return "0x%x".formatted(address);
        }
    }

    /// An address in the heap of `malloc` that no live block contains.
    ///
    /// @param place relative to the nearest block
    /// @param pointers the shared variable that points to the block nearest to the address, if
    ///   there is one; at most one
    record OutsideBlock(long address, String place, List<NamedMemory> pointers)
            implements MemoryLocation {

        public OutsideBlock {
            pointers = List.copyOf(pointers);
        }

        @Override
        public String toString() {
            return "0x%x, %s%s".formatted(address, place, FindingFormatter.pointedTo(pointers));
        }
    }

    /// An address in an allocation of global memory.
    ///
    /// @param start address of the allocation
    /// @param pointers the shared variable that points to a block of `malloc`, if the launch has
    ///   one; at most one
    record InAllocation(long address, NamedMemory memory, long start, List<NamedMemory> pointers)
            implements MemoryLocation {

        public InAllocation {
            pointers = List.copyOf(pointers);
        }

        /// Bytes from the start of the allocation.
        public long offset() {
            return address - start;
        }

        @Override
        public String toString() {
            var pointer = FindingFormatter.pointedTo(pointers);
            return "0x%x, %d bytes into %s%s".formatted(address, offset(), allocation(), pointer);
        }

        /// `'out' (256 bytes at 0x200000000400)`.
        String allocation() {
            return "'%s' (%d bytes at 0x%x)".formatted(memory.name(), memory.size(), start);
        }
    }

    /// A cell of tensor memory.
    record InTensorMemory(int lane, int column) implements MemoryLocation {

        @Override
        public String toString() {
            return "lane %d, column %d of tensor memory".formatted(lane, column);
        }
    }

    /// An offset in the shared memory of a CTA or the local memory of a thread.
    ///
    /// @param variables the variable that contains it, if there is one; at most one
    record InWindow(Window window, long offset, List<PlacedName> variables)
            implements MemoryLocation {

        public enum Window {
            SHARED,
            LOCAL
        }

        /// A variable, and the offset of the address in it.
        public record PlacedName(NamedMemory memory, long offset) {}

        public InWindow {
            variables = List.copyOf(variables);
        }

        @Override
        public String toString() {
            var where =
                    "0x%x of %s memory".formatted(offset, window.name().toLowerCase(Locale.ROOT));
            if (variables.isEmpty()) {
                return where;
            }
            var variable = variables.getFirst();
            return "%s, %d bytes into %s".formatted(where, variable.offset(), variable.memory());
        }
    }
}
