package org.offloadtck.runtime.info;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.object.offload.abi.SourceLocation;
import org.offloadtck.runtime.argument.MapArgument;

/// The lines that libomptarget prints for the arguments of a construct that begins.
///
/// @param text of the device
/// @see "LLVM 22, offload/libomptarget/private.h, printKernelArguments"
record ArgumentListing(InfoWriter text) {

    List<String> lines(
            TracedConstruct.Kind construct, SourceLocation place, List<MapArgument> arguments) {
        var lines = new ArrayList<String>();
        lines.add(
                text.line(
                        "%s at %s:%d:%d with %d arguments:"
                                .formatted(
                                        construct.words(text.format()),
                                        place.fileName(),
                                        place.line(),
                                        place.column(),
                                        arguments.size())));
        arguments.forEach(argument -> lines.add(line(argument)));
        return lines;
    }

    private String line(MapArgument argument) {
        return text.line(
                "%s(%s)[%d] %s"
                        .formatted(
                                kind(argument),
                                argument.name(),
                                argument.size(),
                                argument.has(MapType.IMPLICIT) ? "(implicit)" : ""));
    }

    private static String kind(MapArgument argument) {
        if (argument.has(MapType.ATTACH)) {
            return argument.has(MapType.ALWAYS) ? "attach:always" : "attach";
        }
        if (argument.has(MapType.TO)) {
            return argument.has(MapType.FROM) ? "tofrom" : "to";
        }
        if (argument.has(MapType.FROM)) {
            return "from";
        }
        if (argument.has(MapType.PRIVATE)) {
            return "private";
        }
        if (argument.has(MapType.LITERAL)) {
            return "firstprivate";
        }
        return argument.size() == 0 ? "use_address" : "alloc";
    }
}
