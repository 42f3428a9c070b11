package org.offloadtck.runtime.registration;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.offload.abi.BinaryDescriptor;
import org.offloadtck.object.offload.abi.DeviceImage;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.runtime.TableMismatchPolicy;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.memory.HostMemory;

/// Reads a library from its binary descriptor.
///
/// Counts are compared with the available host memory before entries are read, so that a damaged
/// count does not make the reader allocate or loop without bound.
///
/// Requirement: RG-04.
public final class LibraryReader {

    private static final String SOURCE = EntryTableReader.SOURCE;

    /// Offsets of fields in `__tgt_bin_desc` and `__tgt_device_image`, for diagnostics.
    private static final int HOST_ENTRIES_END = 24;

    private static final int IMAGE_END = 8;
    private static final int ENTRIES_END = 24;

    private final HostMemory host;
    private final AbiProfile profile;
    private final EntryTableReader tables;

    public LibraryReader(HostMemory host, AbiProfile profile) {
        this.host = host;
        this.profile = profile;
        this.tables = new EntryTableReader(host, profile);
    }

    /// Reads the library whose `__tgt_bin_desc` is at `address`.
    ///
    /// @throws OffloadException if a pointer, a count, an entry or an image is invalid
    public HostLibrary read(long address) {
        BinaryDescriptor descriptor =
                BinaryDescriptor.parse(
                        host.view(address, BinaryDescriptor.SIZE, "binary descriptor"), 0);
        List<HostEntry> entries = entries(address, descriptor);
        return new HostLibrary(address, images(descriptor, entries), entries);
    }

    private List<HostEntry> entries(long address, BinaryDescriptor descriptor) {
        long begin = descriptor.hostEntriesBegin();
        long end = descriptor.hostEntriesEnd();
        requireOrder(address + HOST_ENTRIES_END, "HostEntries", begin, end);
        return tables.read(begin, end, address + HOST_ENTRIES_END);
    }

    private List<HostImage> images(BinaryDescriptor descriptor, List<HostEntry> entries) {
        long count = descriptor.deviceImageCount();
        host.read(descriptor.deviceImages(), count * DeviceImage.SIZE, "table of device images");
        var images = new ArrayList<HostImage>();
        for (long index = 0; index < count; index++) {
            long at = descriptor.deviceImages() + index * DeviceImage.SIZE;
            images.add(image(at, "device image %d".formatted(index + 1), descriptor, entries));
        }
        return images;
    }

    /// @param name which is the same in every process: messages about the code contain it
    private HostImage image(
            long at, String name, BinaryDescriptor descriptor, List<HostEntry> entries) {
        DeviceImage fields = DeviceImage.parse(host.view(at, DeviceImage.SIZE, "device image"), 0);
        requireOrder(at + IMAGE_END, "Image", fields.imageStart(), fields.imageEnd());
        requireOrder(at + ENTRIES_END, "Entries", fields.entriesBegin(), fields.entriesEnd());
        requireSameLength(at, fields, descriptor);
        long size = fields.imageEnd() - fields.imageStart();
        var content = ObjectBytes.of(name, host.read(fields.imageStart(), size, "device image"));
        return new HostImage(
                at,
                fields,
                new ImageReader(profile).read(content, fields.imageStart()),
                isSameTable(fields, descriptor)
                        ? entries
                        : tables.read(
                                fields.entriesBegin(), fields.entriesEnd(), at + ENTRIES_END));
    }

    private static boolean isSameTable(DeviceImage fields, BinaryDescriptor descriptor) {
        return fields.entriesBegin() == descriptor.hostEntriesBegin()
                && fields.entriesEnd() == descriptor.hostEntriesEnd();
    }

    /// Source of the message: LLVM 16, `openmp/libomptarget/src/omptarget.cpp`, `initLibrary`.
    private void requireSameLength(long at, DeviceImage fields, BinaryDescriptor descriptor) {
        long ofImage = fields.entriesEnd() - fields.entriesBegin();
        long ofHost = descriptor.hostEntriesEnd() - descriptor.hostEntriesBegin();
        if (ofImage != ofHost && profile.runtime().tableMismatch() == TableMismatchPolicy.ERROR) {
            throw new OffloadException(
                    SOURCE,
                    at + ENTRIES_END,
                    RuntimeRule.ENTRY_TABLES,
                    "host and target tables mismatch: the host's has %d bytes, the image's %d"
                            .formatted(ofHost, ofImage));
        }
    }

    private void requireOrder(long at, String table, long begin, long end) {
        if (Long.compareUnsigned(end, begin) < 0) {
            throw broken(
                    at,
                    "%sEnd is 0x%x when it should not lie before the begin, 0x%x"
                            .formatted(table, end, begin));
        }
    }

    private OffloadException broken(long at, String problem) {
        return new OffloadException(SOURCE, at, RuntimeRule.DESCRIPTOR, problem);
    }
}
