package org.offloadtck.offload;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.util.List;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.container.ContainerSymbol;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.abi.BinaryDescriptor;
import org.offloadtck.object.offload.abi.DeviceImage;
import org.offloadtck.runtime.memory.HostMemory;

/// Detects the ABI profile of a registered library: releases differ in the layout of entries, in
/// the format of images, and in the symbols of kernels and of the device runtime. Of profiles that
/// agree in all of these it chooses the most widely used release.
final class ProfileDetector {

    /// LLVM 13 and 14: bare images with an execution-mode byte per kernel.
    private static final String BARE_MARKED = "llvm-14";

    /// LLVM 15 to 17: images inside offload binaries.
    private static final String IN_BINARY = "llvm-16";

    /// LLVM 18 and 19: bare images, legacy entries.
    private static final String BARE_LEGACY = "llvm-19";

    /// LLVM 20 to 23: entries of 56 bytes.
    private static final String VERSIONED_ENTRIES = "llvm-22";

    /// Offset of the version, 16 bits, in an entry of 56 bytes, and that of the kind.
    ///
    /// @see "LLVM 22, llvm/include/llvm/Frontend/Offloading/Utility.h, EntryTy"
    private static final int VERSION = 8;

    /// Largest kind of an entry of version 1. An address in its place has larger halves.
    private static final int MOST_KINDS = 0xff;

    /// A variable of the device runtime that every image has.
    private static final String ENVIRONMENT = "__omp_rtl_device_environment";

    /// A variable of the device runtime up to LLVM 19 that LLVM 22 does not have.
    ///
    /// @see "LLVM 19, offload/DeviceRTL/src/State.cpp; LLVM 22, openmp/device/src"
    private static final String MEMORY_POOL = "__omp_rtl_device_memory_pool";

    private final HostMemory host;

    ProfileDetector(HostMemory host) {
        this.host = host;
    }

    /// The profile id of the library whose descriptor lies at `address`.
    String of(long address) {
        var descriptor = descriptor(address);
        if (hasEntries(descriptor) && isVersioned(descriptor.hostEntriesBegin())) {
            return VERSIONED_ENTRIES;
        }
        if (descriptor.deviceImageCount() == 0) {
            return BARE_LEGACY;
        }
        return ofImage(
                descriptor.deviceImages(), hasEntries(descriptor) ? Entries.LEGACY : Entries.NONE);
    }

    /// What is known of the entries when the image decides.
    private enum Entries {
        NONE,
        LEGACY
    }

    /// Whether the library shows no difference between the releases since LLVM 18: it has no
    /// entries, and its images, if any, are bare and show no device runtime without a memory pool.
    boolean fitsSeveral(long address) {
        return !hasEntries(descriptor(address)) && of(address).equals(BARE_LEGACY);
    }

    private BinaryDescriptor descriptor(long address) {
        return BinaryDescriptor.parse(
                host.view(address, BinaryDescriptor.SIZE, "binary descriptor"), 0);
    }

    private static boolean hasEntries(BinaryDescriptor descriptor) {
        return descriptor.hostEntriesBegin() != descriptor.hostEntriesEnd();
    }

    private boolean isVersioned(long entry) {
        int versionAndKind = host.i32(entry + VERSION, "offload entry");
        return host.i64(entry, "offload entry") == 0
                && (versionAndKind & 0xffff) == 1
                && versionAndKind >>> Short.SIZE <= MOST_KINDS;
    }

    private String ofImage(long row, Entries entries) {
        var image = DeviceImage.parse(host.view(row, DeviceImage.SIZE, "device image"), 0);
        long size = image.imageEnd() - image.imageStart();
        var content = host.view(image.imageStart(), size, "device image");
        if (OffloadBinary.startsIn(content)) {
            return IN_BINARY;
        }
        var symbols = symbols(content.bytes().toArray(JAVA_BYTE));
        if (symbols.stream().anyMatch(symbol -> symbol.endsWith("_exec_mode"))) {
            return BARE_MARKED;
        }
        return entries == Entries.NONE
                        && symbols.contains(ENVIRONMENT)
                        && !symbols.contains(MEMORY_POOL)
                ? VERSIONED_ENTRIES
                : BARE_LEGACY;
    }

    private static List<String> symbols(byte[] image) {
        try {
            return DeviceContainer.parse("device image", image).symbols().stream()
                    .map(ContainerSymbol::name)
                    .toList();
        } catch (MalformedObjectException _) {
            return List.of();
        }
    }
}
