package org.offloadtck.conformance.result;

/// The device a result was obtained on.
///
/// @param device the plugin that offers it: `sim`, `opencl`, `cuda`
/// @param spec what it is, or what it imitates: `sm_75`, `pthread-haswell`
public record DeviceIdentity(String device, String spec) {

    /// For results that need no device: the check of an object, a link.
    public static final DeviceIdentity NONE = new DeviceIdentity("none", "");

    /// `sim:sm_75`, `none`.
    @Override
    public String toString() {
        return spec.isEmpty() ? device : "%s:%s".formatted(device, spec);
    }
}
