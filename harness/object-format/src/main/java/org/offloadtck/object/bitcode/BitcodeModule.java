package org.offloadtck.object.bitcode;

import java.util.List;

/// A module of a bitcode file: what it states about itself, and its symbols.
///
/// @param producer such as `LLVM19.1.7`; empty if no identification block precedes the module
/// @param epoch of the format; 0 in all releases so far
/// @param triple empty if the module states none; as the next
/// @param dataLayout the string of the LLVM Language Reference, Data Layout
/// @param sourceFile the name of the source file
/// @param processors the attributes `target-cpu` of its functions, such as `gfx90a`, each once
/// @param globals in the order of their values: as in the file
/// @param offset of the module's block, in bytes from the start of the file
public record BitcodeModule(
        String producer,
        long epoch,
        Text triple,
        Text dataLayout,
        String sourceFile,
        List<String> processors,
        List<BitcodeGlobal> globals,
        long offset) {

    public BitcodeModule {
        processors = List.copyOf(processors);
        globals = List.copyOf(globals);
    }

    /// A string of a module.
    ///
    /// @param offset of its record, in bytes from the start of the file; of the module if the
    ///   module has no such record
    public record Text(String value, long offset) {}
}
