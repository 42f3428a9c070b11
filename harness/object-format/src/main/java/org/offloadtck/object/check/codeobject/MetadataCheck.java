package org.offloadtck.object.check.codeobject;

import java.util.HashSet;
import java.util.Map;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.rule.CodeObjectRule;
import org.offloadtck.object.check.rule.Rule;
import org.offloadtck.object.codeobject.CodeObjectMetadata;
import org.offloadtck.object.codeobject.CodeObjectMetadata.Kernel;
import org.offloadtck.object.codeobject.KernelDescriptor;

/// Compares the kernels of the metadata with the descriptors.
///
/// Requirement: OC-55.
///
/// @param descriptors by the name of their kernel
record MetadataCheck(
        Observations observations, ObservedImage found, Map<String, PlacedDescriptor> descriptors) {

    void read(CodeObjectMetadata metadata) {
        var described = new HashSet<String>();
        for (var kernel : metadata.kernels()) {
            described.add(kernel.symbol());
            compare(kernel, metadata.offset());
        }
        descriptors.forEach((name, descriptor) -> {
            if (!described.contains(name + KernelDescriptor.SUFFIX)) {
                add(
                        CodeObjectRule.KERNEL_WITHOUT_METADATA,
                        descriptor.offset(),
                        "kernel '%s' has a descriptor and no metadata when it should have both"
                                .formatted(name));
            }
        });
    }

    private void compare(Kernel kernel, long offset) {
        var symbol = kernel.symbol();
        int length = symbol.length() - KernelDescriptor.SUFFIX.length();
        var descriptor =
                symbol.endsWith(KernelDescriptor.SUFFIX)
                        ? descriptors.get(symbol.substring(0, length))
                        : null;
        if (descriptor == null) {
            add(
                    CodeObjectRule.KERNEL_WITHOUT_DESCRIPTOR,
                    offset,
                    "the metadata describes kernel '%s' when a symbol '%s' should be its descriptor"
                            .formatted(kernel.name(), symbol));
            return;
        }
        if (kernel.argumentBytes() < 0) {
            add(
                    CodeObjectRule.MALFORMED_METADATA,
                    offset,
                    "the metadata of kernel '%s' has no number '.kernarg_segment_size' when it must have one"
                            .formatted(kernel.name()));
        }
        long stated = descriptor.fields().argumentBytes();
        if (stated != 0 && kernel.argumentBytes() >= 0 && stated != kernel.argumentBytes()) {
            add(
                    CodeObjectRule.ARGUMENT_SIZES_DIFFER,
                    descriptor.offset(),
                    "the descriptor of '%s' has %d bytes of arguments when it should have %d, as the"
                                    .formatted(kernel.name(), stated, kernel.argumentBytes())
                            + " metadata");
        }
    }

    private void add(Rule rule, long offset, String problem) {
        observations.add(rule, found.section(), offset, problem);
    }
}
