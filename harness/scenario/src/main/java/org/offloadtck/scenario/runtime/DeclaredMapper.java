package org.offloadtck.scenario.runtime;

import java.util.List;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.MapperComponents;
import org.offloadtck.runtime.memory.HostMemory;

/// A `declare mapper` of a structure, and the mapper function that a compiler generates for it.
///
/// @param size of the structure, in bytes
/// @see "LLVM 16, clang/lib/CodeGen/CGOpenMPRuntime.cpp, emitUserDefinedMapper"
record DeclaredMapper(long size, List<Member> members) {

    /// A mapped member.
    ///
    /// @param offset in the structure, in bytes
    /// @param bytes size of the member
    /// @param pointee size of the mapped object that the member points to; 0 if it is no pointer
    record Member(long offset, long bytes, long pointee) {

        long end() {
            return offset + bytes;
        }
    }

    DeclaredMapper {
        members = List.copyOf(members);
    }

    /// The components for `argument`, one structure or an array of them.
    MapperComponents call(HostMemory host, MapArgument argument) {
        var components = new MapperComponents();
        long count = argument.size() / size;
        if (count > 1 && !argument.has(MapType.DELETE)) {
            components.push(array(argument));
        }
        for (long element = 0; element < count; element++) {
            push(host, components, argument, argument.begin() + element * size);
        }
        if (count > 1 && argument.has(MapType.DELETE)) {
            components.push(array(argument));
        }
        return components;
    }

    private static MapArgument array(MapArgument argument) {
        return new MapArgument(
                argument.base(),
                argument.begin(),
                argument.size(),
                argument.type() & ~MapType.mask(MapType.TO, MapType.FROM));
    }

    /// Pushes the structure from its first mapped member to its last, then its members.
    private void push(
            HostMemory host, MapperComponents components, MapArgument argument, long structure) {
        int before = components.count();
        long first = members.stream().mapToLong(Member::offset).min().orElseThrow();
        long end = members.stream().mapToLong(Member::end).max().orElseThrow();
        components.push(
                new MapArgument(
                        structure,
                        structure + first,
                        end - first,
                        MapType.asMemberOf(before - 1, 0)));
        for (Member member : members) {
            components.push(component(host, member, structure, argument.type(), before));
        }
    }

    private static MapArgument component(
            HostMemory host, Member member, long structure, long type, int parent) {
        long place = structure + member.offset();
        long motion = type & MapType.mask(MapType.TO, MapType.FROM, MapType.ALWAYS);
        return member.pointee() == 0
                ? new MapArgument(
                        structure, place, member.bytes(), MapType.asMemberOf(parent, motion))
                : new MapArgument(
                        place,
                        host.i64(place, "member"),
                        member.pointee(),
                        MapType.asMemberOf(parent, motion | MapType.PTR_AND_OBJ.bit()));
    }
}
