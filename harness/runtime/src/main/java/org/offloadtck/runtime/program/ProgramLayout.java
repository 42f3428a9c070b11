package org.offloadtck.runtime.program;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadBinary.Target;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.abi.BinaryDescriptor;
import org.offloadtck.object.offload.abi.DeviceImage;
import org.offloadtck.object.offload.entry.OffloadEntry;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.runtime.memory.SimulatedHostMemory;

/// Writes offload entries, device images and a binary descriptor into host memory, in the layout of
/// one edition's compiler and linker wrapper.
///
/// Entries and images are added in order; [#descriptor] writes the tables.
public final class ProgramLayout {

    private final SimulatedHostMemory memory;
    private final AbiProfile profile;
    private final int openmp;
    private final List<OffloadEntry> entries = new ArrayList<>();
    private final List<Range> images = new ArrayList<>();
    private final List<Long> stored = new ArrayList<>();

    /// The host addresses of an image.
    private record Range(long begin, long end) {}

    public ProgramLayout(SimulatedHostMemory memory, AbiProfile profile) {
        this.memory = memory;
        this.profile = profile;
        this.openmp = profile.fatObject().kindNumbering().code(OffloadKind.OPENMP).orElseThrow();
    }

    /// Adds the target region of `kernel`.
    ///
    /// @return its host pointer, the address of its one-byte `region_id`
    public long region(String kernel, OpenmpEntryFlag... flags) {
        long address = store("." + kernel + ".region_id", new byte[1]);
        add(address, kernel, 0, bits(flags));
        return address;
    }

    /// Adds a `declare target` variable with the host value `initial`.
    ///
    /// @return its host address
    public long variable(String name, byte[] initial, OpenmpEntryFlag... flags) {
        long address = store(name, initial);
        add(address, name, initial.length, bits(flags));
        return address;
    }

    /// Adds the function at host address `address`, which device code may call through a pointer.
    /// Does nothing in editions without indirect functions.
    ///
    /// @param name symbol of the device function
    /// @param variable symbol of the device variable with its address, in editions that have one
    public void indirectFunction(long address, String name, String variable) {
        long flag = profile.entries().indirectFlag();
        switch (profile.entries().indirect()) {
            case NONE -> {}
            case FUNCTION -> add(address, name, 0, flag);
            case ADDRESS_VARIABLE -> add(address, variable, Long.BYTES, flag);
        }
    }

    /// Adds the table of virtual functions of `bytes` bytes at host address `address`.
    ///
    /// @param variable symbol of the device variable with the address of the device's table
    public void virtualTable(long address, String variable, long bytes) {
        add(address, variable, bytes, OpenmpEntryFlag.INDIRECT_VTABLE.bit());
    }

    /// Adds an entry for a variable in another module: in the executable, or in a library that was
    /// loaded before.
    public void declared(String name, long address, long size) {
        add(address, name, size, 0);
    }

    /// Adds a requires entry with `clauses`, in editions that have such entries.
    public void requires(long clauses) {
        long name = store("name", text(profile.entries().requiresName()));
        entries.add(
                new OffloadEntry(
                        0,
                        1,
                        openmp,
                        OpenmpEntryFlag.REGISTER_REQUIRES.bit(),
                        0,
                        name,
                        0,
                        clauses,
                        0));
    }

    /// Adds a linked device image, inside an offload binary in editions that keep it in one.
    public void image(TargetId target, byte[] image) {
        byte[] content =
                switch (profile.wrapper().imageStart()) {
                    case IMAGE -> image;
                    case OFFLOAD_BINARY -> binary(target, image).write();
                };
        long begin = store(".omp_offloading.device_image", content);
        images.add(new Range(begin, begin + content.length));
    }

    /// Writes the tables.
    ///
    /// @return the address of the `__tgt_bin_desc`
    public long descriptor() {
        var table = new ByteArrayOutputStream();
        entries.forEach(entry -> table.writeBytes(entry.write(profile.entries().layout())));
        long begin = store("offload entries", table.toByteArray());
        long end = begin + table.size();
        var rows = new ByteArrayOutputStream();
        for (Range image : images) {
            rows.writeBytes(new DeviceImage(image.begin(), image.end(), begin, end).write());
        }
        long deviceImages = store(".omp_offloading.device_images", rows.toByteArray());
        var descriptor = new BinaryDescriptor(images.size(), deviceImages, begin, end);
        return store(".omp_offloading.descriptor", descriptor.write());
    }

    /// Unmaps everything that the layout wrote, as `dlclose` does.
    public void unmap() {
        stored.forEach(memory::unload);
        stored.clear();
    }

    private void add(long address, String name, long size, long flags) {
        entries.add(
                new OffloadEntry(
                        0, 1, openmp, flags, address, store("name", text(name)), size, 0, 0));
    }

    private OffloadBinary binary(TargetId target, byte[] image) {
        return new OffloadBinary(
                OffloadBinary.Version.V1,
                List.of(
                        OffloadBinary.Image.of(
                                ImageKind.OBJECT,
                                openmp,
                                new Target(target.triple(), target.arch()),
                                image)));
    }

    private long store(String name, byte[] contents) {
        long address = memory.allocate(name, contents.length).address();
        MemorySegment.copy(
                contents,
                0,
                memory.write(address, contents.length, name),
                JAVA_BYTE,
                0,
                contents.length);
        stored.add(address);
        return address;
    }

    private static byte[] text(String text) {
        return (text + '\0').getBytes(UTF_8);
    }

    private static long bits(OpenmpEntryFlag... flags) {
        long bits = 0;
        for (OpenmpEntryFlag flag : flags) {
            bits |= flag.bit();
        }
        return bits;
    }
}
