package org.offloadtck.runtime.registration;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.offload.BinaryDescriptor;
import org.offloadtck.object.offload.DeviceImage;
import org.offloadtck.object.offload.EntryLayout;
import org.offloadtck.object.offload.OffloadEntry;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.OpenmpEntryFlag;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.TableMismatch;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.memory.HostMemory;

/// Reads what a binary descriptor describes.
///
/// Reading costs no more than the host memory that is there: counts are checked against it first.
public final class LibraryReader {

    private static final String SOURCE = "__tgt_register_lib";

    /// Offsets of fields in `__tgt_bin_desc` and `__tgt_device_image`, for diagnostics.
    private static final int HOST_ENTRIES_END = 24;

    private static final int IMAGE_END = 8;
    private static final int ENTRIES_END = 24;

    private final HostMemory host;
    private final AbiProfile profile;

    public LibraryReader(HostMemory host, AbiProfile profile) {
        this.host = host;
        this.profile = profile;
    }

    /// Reads the library whose `__tgt_bin_desc` lies at `address`.
    ///
    /// @throws OffloadException if a pointer, a count, an entry or an image does not fit
    public HostLibrary read(long address) {
        BinaryDescriptor descriptor =
                BinaryDescriptor.parse(
                        host.view(address, BinaryDescriptor.SIZE, "binary descriptor"), 0);
        List<HostEntry> entries = entries(address, descriptor);
        return new HostLibrary(address, images(descriptor), entries);
    }

    private List<HostEntry> entries(long address, BinaryDescriptor descriptor) {
        long begin = descriptor.hostEntriesBegin();
        long size = descriptor.hostEntriesEnd() - begin;
        if (size == 0) {
            return List.of();
        }
        long end = address + HOST_ENTRIES_END;
        requireOrder(end, "HostEntries", begin, descriptor.hostEntriesEnd());
        host.read(begin, size, "host entry table");
        EntryLayout layout = layout(begin);
        if (size % layout.size() != 0) {
            throw broken(
                    end,
                    "the host entry table has %d bytes when %s has entries of %d"
                            .formatted(size, profile.id(), layout.size()));
        }
        var entries = new ArrayList<HostEntry>();
        for (long at = begin; at != descriptor.hostEntriesEnd(); at += layout.size()) {
            HostEntry entry = entry(at, layout);
            if (isOpenmp(entry, layout)) {
                entries.add(entry);
            }
        }
        return entries;
    }

    /// A runtime that takes legacy entries as well knows them by their first field, which is zero
    /// in the newer layout.
    ///
    /// @see "LLVM 20, offload/libomptarget/PluginManager.cpp, PluginManager::upgradeLegacyEntries"
    private EntryLayout layout(long table) {
        boolean isLegacy =
                profile.runtime().upgradesLegacyEntries() && host.i64(table, "first entry") != 0;
        return isLegacy ? EntryLayout.LEGACY : profile.entries().layout();
    }

    private HostEntry entry(long at, EntryLayout layout) {
        OffloadEntry fields =
                OffloadEntry.parse(layout, host.view(at, layout.size(), "offload entry"), 0);
        if (layout == EntryLayout.VERSION_1 && (fields.reserved() != 0 || fields.version() != 1)) {
            throw broken(
                    at,
                    "the entry has reserved 0x%x and version %d when they should be 0 and 1"
                            .formatted(fields.reserved(), fields.version()));
        }
        var entry = new HostEntry(at, fields, host.string(fields.symbolName(), "entry name"));
        if (fields.address() == 0 && !entry.has(OpenmpEntryFlag.REGISTER_REQUIRES)) {
            throw broken(at, "entry %s has no address".formatted(entry.name()));
        }
        if (fields.size() < 0) {
            throw broken(
                    at,
                    "entry %s is of %s bytes, more than any variable"
                            .formatted(entry.name(), Long.toUnsignedString(fields.size())));
        }
        return entry;
    }

    /// Entries of other programming models share the table from LLVM 21 on; they are not this
    /// runtime's.
    private boolean isOpenmp(HostEntry entry, EntryLayout layout) {
        return switch (layout) {
            case LEGACY -> true;
            case VERSION_1 ->
                    profile.fatObject()
                            .kindNumbering()
                            .kinds(entry.fields().kindCode())
                            .contains(OffloadKind.OPENMP);
        };
    }

    private List<HostImage> images(BinaryDescriptor descriptor) {
        long count = descriptor.deviceImageCount();
        host.read(descriptor.deviceImages(), count * DeviceImage.SIZE, "table of device images");
        var images = new ArrayList<HostImage>();
        for (long index = 0; index < count; index++) {
            long at = descriptor.deviceImages() + index * DeviceImage.SIZE;
            images.add(image(at, descriptor));
        }
        return images;
    }

    private HostImage image(long at, BinaryDescriptor descriptor) {
        DeviceImage fields = DeviceImage.parse(host.view(at, DeviceImage.SIZE, "device image"), 0);
        requireOrder(at + IMAGE_END, "Image", fields.imageStart(), fields.imageEnd());
        requireOrder(at + ENTRIES_END, "Entries", fields.entriesBegin(), fields.entriesEnd());
        requireSameTable(at, fields, descriptor);
        long size = fields.imageEnd() - fields.imageStart();
        var content = host.view(fields.imageStart(), size, "device image");
        return new HostImage(
                at, fields, new ImageReader(profile).read(content, fields.imageStart()));
    }

    /// Message: libomptarget's, LLVM 16, `openmp/libomptarget/src/omptarget.cpp`, `initLibrary`.
    private void requireSameTable(long at, DeviceImage fields, BinaryDescriptor descriptor) {
        long ofImage = fields.entriesEnd() - fields.entriesBegin();
        long ofHost = descriptor.hostEntriesEnd() - descriptor.hostEntriesBegin();
        if (ofImage != ofHost && profile.runtime().tableMismatch() == TableMismatch.ERROR) {
            throw broken(
                    at + ENTRIES_END,
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
