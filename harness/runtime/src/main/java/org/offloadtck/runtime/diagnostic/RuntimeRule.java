package org.offloadtck.runtime.diagnostic;

/// The rule of the runtime's interface that a program, its executable or an image breaks.
public enum RuntimeRule {
    /// Every address handed over, and every pointer in what it points to, lies in host memory that
    /// holds as many bytes as are read or written.
    HOST_ADDRESS("RG-04"),
    /// The fields of a descriptor, an image row or an offload entry agree with each other.
    DESCRIPTOR("RG-04"),
    /// The flags of an offload entry are ones that the edition has, and go with its size.
    ENTRY_FLAGS("RG-23"),
    /// A table of legacy entries begins with one that has an address: by that a runtime that
    /// upgrades such tables knows them.
    LEGACY_TABLE("RG-19"),
    /// The entries of an image's row are the library's, in the same order.
    ENTRY_TABLES("RG-18"),
    /// The bytes between `ImageStart` and `ImageEnd` are an image, or an offload binary that holds
    /// one, as the profile says.
    IMAGE("OB-04"),
    /// All libraries of a program demand the same with `#pragma omp requires`.
    REQUIRES("OE-10"),
    /// A descriptor is registered once until it is unregistered.
    REGISTERED_ONCE("RG-03"),
    /// Only a registered descriptor is unregistered.
    REGISTERED("RG-03"),
    /// The image defines the kernel or global variable that each host entry names.
    SYMBOL_DEFINED("RG-05"),
    /// A global variable has the same size in the host entry and in the image.
    SYMBOL_SIZE("RG-06"),
    /// An address is the host pointer of a registered target region.
    TARGET_REGION("KL-07"),
    /// A device number is that of a device the runtime was given.
    DEVICE_NUMBER("KL-05"),
    /// The arguments of a launch are of a version that compilers write, and end in the place that
    /// it keeps free for the launch environment.
    LAUNCH_ARGUMENTS("KL-16"),
    /// Map types, sizes and argument counts are such as a compiler emits.
    MAP_ARGUMENT("FO-11"),
    /// Every bit of a map type is one that the edition knows.
    MAP_TYPE("DM-08"),
    /// A map clause does not extend what is mapped already.
    NO_EXTENSION("DM-03"),
    /// What is mapped with the `present` modifier is present.
    PRESENT("DM-05"),
    /// The kernel has the device ABI that the profile launches.
    DEVICE_ABI("KL-08"),
    /// A target construct does not run on the host while offloading is mandatory.
    MANDATORY("KL-05");

    private final String requirement;

    RuntimeRule(String requirement) {
        this.requirement = requirement;
    }

    /// The requirement of the catalogue that whoever breaks the rule breaks.
    public String requirement() {
        return requirement;
    }
}
