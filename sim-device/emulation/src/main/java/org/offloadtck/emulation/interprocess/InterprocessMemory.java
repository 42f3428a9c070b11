package org.offloadtck.emulation.interprocess;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.api.SharedSpace.MemoryFiles;
import org.offloadtck.emulation.api.SharedSpace.MemoryFiles.MemoryFile;
import org.offloadtck.emulation.resource.Resource;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.memory.PageUse;

/// The memory that a session shares with other processes: bytes of files of others that are mapped
/// in its own memory, and files of its own that others open.
public final class InterprocessMemory {

    private static final long PAGE = PageUse.FILE.bytes();

    private final MemoryFiles files;
    private final GlobalMemory memory;
    private final long process;
    private final Map<MemoryHandle, Import> imports = new LinkedHashMap<>();

    /// The files of physical memory and of pools that can be shared.
    private final Map<Resource, MemoryFile> shared = new HashMap<>();

    /// @param process id of the client
    public InterprocessMemory(MemoryFiles files, GlobalMemory memory, long process) {
        this.files = files;
        this.memory = memory;
        this.process = process;
    }

    /// Pages of a file that are mapped in the session, as the client has to map them, too.
    ///
    /// @param from offset of the first page in the file
    /// @param address of the first page
    public record Mapping(MemoryFile file, long from, long address, long bytes) {

        /// A reply that has the client map the pages, with the outputs of `MAPPING`.
        ///
        /// @param before outputs that precede them
        public DriverReply reply(Long... before) {
            var outputs = new ArrayList<>(List.of(before));
            outputs.addAll(List.of(from, address, bytes));
            return DriverReply.success(outputs.toArray(Long[]::new)).withText(file.path());
        }

        /// A reply that has the client map nothing.
        public static DriverReply none() {
            return DriverReply.success(0L, 0L, 0L).withText("");
        }
    }

    /// Memory of another process.
    ///
    /// @param opened how often the program has opened it and not closed it
    public record Import(Allocation allocation, Mapping mapping, int opened) {}

    /// The handle of memory of this session.
    ///
    /// @throws DriverCallException if the session shares no memory
    public MemoryHandle export(MemoryHandle.Use use, long address, long size) {
        var file = files.session().orElseThrow(InterprocessMemory::unavailable);
        var words = file.path().split("/", -1);
        memory.shareWithProcesses();
        return new MemoryHandle(
                use,
                Integer.parseInt(words[2]),
                Integer.parseInt(words[4]),
                process,
                address - AddressSpace.GLOBAL,
                size);
    }

    private static DriverCallException unavailable() {
        return DriverCallException.of(
                DriverResult.NOT_SUPPORTED, "the session shares no memory with other processes");
    }

    /// Opens memory of another process; once more if it is open already.
    ///
    /// @param name for diagnostics
    /// @throws DriverCallException if the handle names no memory of another process
    public Import open(MemoryHandle handle, String name) {
        if (handle.process() == process) {
            throw DriverCallException.of(
                    DriverResult.INVALID_CONTEXT,
                    "the handle is of this process, which has the memory already");
        }
        var known = imports.get(handle);
        var opened =
                known == null
                        ? map(handle, name)
                        : new Import(known.allocation(), known.mapping(), known.opened() + 1);
        imports.put(handle, opened);
        return opened;
    }

    private Import map(MemoryHandle handle, String name) {
        var file = files.open(handle.path()).orElseThrow(() -> invalid(handle, "which has ended"));
        long from = handle.offset() / PAGE * PAGE;
        long lead = handle.offset() - from;
        boolean isThere =
                file.name().equals(Long.toString(handle.process()))
                        && handle.size() <= file.bytes()
                        && handle.offset() <= file.bytes() - handle.size();
        if (!isThere) {
            files.close(file);
            throw invalid(handle, "which has no such memory");
        }
        var allocation =
                memory.allocatePages(name, handle.size(), lead, PageUse.FILE)
                        .orElseThrow(() -> {
                            files.close(file);
                            return noRoom(handle.size());
                        });
        long bytes = Math.ceilDiv(lead + handle.size(), PAGE) * PAGE;
        var mapping = new Mapping(file, from, allocation.address() - lead, bytes);
        if (!map(mapping)) {
            memory.freePages(allocation);
            files.close(file);
            throw DriverCallException.of(
                    DriverResult.MAP_FAILED, "the memory of the other process cannot be mapped");
        }
        memory.observer().written(allocation.address(), handle.size());
        return new Import(allocation, mapping, 1);
    }

    private static DriverCallException noRoom(long bytes) {
        return DriverCallException.of(
                DriverResult.OUT_OF_MEMORY, "there are no %d bytes of addresses".formatted(bytes));
    }

    private static DriverCallException invalid(MemoryHandle handle, String problem) {
        return DriverCallException.of(
                DriverResult.INVALID_HANDLE,
                "the handle is of process %d, %s".formatted(handle.process(), problem));
    }

    private boolean map(Mapping mapping) {
        memory.shareWithProcesses();
        return files.map(
                mapping.file(),
                mapping.from(),
                mapping.address() - AddressSpace.GLOBAL,
                mapping.bytes());
    }

    /// The import that begins at an address.
    public Optional<Import> at(long address) {
        return imports.values().stream()
                .filter(each -> each.allocation().address() == address)
                .findFirst();
    }

    /// Closes memory of another process. After the last time, it is no longer mapped here.
    ///
    /// @return whether it was the last time
    public boolean close(Import opened) {
        var handle =
                imports.entrySet().stream()
                        .filter(entry -> entry.getValue().equals(opened))
                        .findFirst()
                        .orElseThrow()
                        .getKey();
        if (opened.opened() > 1) {
            imports.put(
                    handle, new Import(opened.allocation(), opened.mapping(), opened.opened() - 1));
            return false;
        }
        imports.remove(handle);
        unmap(opened.mapping().address(), opened.mapping().bytes());
        files.close(opened.mapping().file());
        memory.freePages(opened.allocation());
        return true;
    }

    /// Closes memory of another process, however often it is open.
    public void closeAt(long address) {
        at(address)
                .ifPresent(each -> {
                    if (!close(each)) {
                        closeAt(address);
                    }
                });
    }

    /// Maps the session's own pages again.
    public void unmap(long address, long bytes) {
        files.session()
                .ifPresent(own -> {
                    long offset = address - AddressSpace.GLOBAL;
                    files.map(own, offset, offset, bytes);
                });
    }

    /// A page of zeros of this session, which other processes can map.
    ///
    /// @param name for diagnostics
    public Allocation page(String name) {
        return memory.allocatePages(name, PAGE, 0, PageUse.FILE).orElseThrow(() -> noRoom(PAGE));
    }

    /// Gives back a page, of this session or one that was opened.
    public void closePage(Allocation page) {
        if (at(page.address()).isPresent()) {
            close(at(page.address()).get());
        } else {
            memory.freePages(page);
        }
    }

    /// Creates the file of physical memory or of a pool that can be shared.
    ///
    /// @param bytes of physical memory; 0 for a pool
    public void share(Resource resource, String name, long bytes) {
        shared.put(
                resource, files.create(name, bytes).orElseThrow(InterprocessMemory::unavailable));
    }

    /// Opens the file of a resource of another process.
    ///
    /// @param descriptor in the client
    /// @return empty if it is no file of a device server
    public Optional<MemoryFile> openDescriptor(long descriptor) {
        return files.open("/proc/%d/fd/%d".formatted(process, descriptor));
    }

    /// Gives a resource a file that was opened.
    public void adopt(Resource resource, MemoryFile file) {
        shared.put(resource, file);
    }

    /// Closes a file that was opened.
    public void close(MemoryFile file) {
        files.close(file);
    }

    /// The file of a resource; empty if it cannot be shared.
    public Optional<MemoryFile> file(Resource resource) {
        return Optional.ofNullable(shared.get(resource));
    }

    /// The resource is destroyed.
    public void forget(Resource resource) {
        var file = shared.remove(resource);
        if (file != null) {
            files.close(file);
        }
    }

    /// Maps the file of physical memory at an address.
    ///
    /// @return empty if the memory is not shared, so that there is nothing to map
    public Optional<Mapping> mapAt(Resource physical, long address, long bytes) {
        var mapping = file(physical).map(file -> new Mapping(file, 0, address, bytes));
        if (mapping.filter(each -> !map(each)).isPresent()) {
            throw DriverCallException.of(
                    DriverResult.MAP_FAILED, "the memory of the handle cannot be mapped");
        }
        return mapping;
    }
}
