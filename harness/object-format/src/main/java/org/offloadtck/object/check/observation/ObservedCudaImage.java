package org.offloadtck.object.check.observation;

import org.offloadtck.object.elf.model.ElfHeader;

/// A linked image for an NVIDIA GPU. Its header decides whether a runtime loads it.
public record ObservedCudaImage(ObservedImage found, ElfHeader header) {}
