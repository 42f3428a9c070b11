package org.offloadtck.runtime.diagnostic;

/// The rule of the runtime's interface that a program, its executable or an image breaks.
public enum RuntimeRule {
    /// Every address handed over, and every pointer in what it points to, lies in host memory that
    /// holds as many bytes as are read or written.
    HOST_ADDRESS,
    /// The fields of a descriptor, an image row or an offload entry agree with each other.
    DESCRIPTOR,
    /// The bytes between `ImageStart` and `ImageEnd` are an image, or an offload binary that holds
    /// one, as the profile says.
    IMAGE,
    /// All libraries of a program demand the same with `#pragma omp requires`.
    REQUIRES,
    /// A descriptor is registered once until it is unregistered.
    REGISTERED_ONCE,
    /// Only a registered descriptor is unregistered.
    REGISTERED,
    /// The image defines the kernel or global variable that each host entry names.
    SYMBOL_DEFINED,
    /// A global variable has the same size in the host entry and in the image.
    SYMBOL_SIZE,
    /// An address is the host pointer of a registered target region.
    TARGET_REGION,
    /// A device number is that of a device the runtime was given.
    DEVICE_NUMBER,
    /// Map types, sizes and argument counts are such as a compiler emits.
    MAP_ARGUMENT,
    /// A map clause does not extend what is mapped already.
    NO_EXTENSION,
    /// What is mapped with the `present` modifier is present.
    PRESENT,
    /// The kernel has the device ABI that the profile launches.
    DEVICE_ABI,
    /// A target construct does not run on the host while offloading is mandatory.
    MANDATORY
}
