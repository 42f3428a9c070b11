package org.offloadtck.linker.executable;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.offloadtck.object.elf.ProgramHeader;

/// The memory of an executable after loading: bytes at addresses, by its program headers alone.
public final class LoadedBytes {

    private final HostExecutable executable;
    private final byte[] file;

    private LoadedBytes(HostExecutable executable) {
        this.executable = executable;
        this.file = executable.elf().write();
    }

    public static LoadedBytes of(HostExecutable executable) {
        return new LoadedBytes(executable);
    }

    public long u64(long address) {
        return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(offset(address));
    }

    public int u32(long address) {
        return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(offset(address));
    }

    private int offset(long address) {
        return executable.elf().programHeaders().stream()
                .filter(header -> header.type() == ProgramHeader.LOAD)
                .filter(header -> address >= header.virtualAddress())
                .filter(header -> address < header.virtualAddress() + header.fileSize())
                .mapToInt(header ->
                        Math.toIntExact(address - header.virtualAddress() + header.offset()))
                .findFirst()
                .orElseThrow(
                        () -> new AssertionError("nothing is loaded at 0x%x".formatted(address)));
    }
}
