/// The structures that compiled host code passes to the offload runtime: registration
/// ([BinaryDescriptor], [DeviceImage]), launch ([KernelArguments], [MapType]), source locations
/// ([Ident], [SourceLocation]) and the environment of the device runtime ([DeviceEnvironment]).
///
/// The rule: pointers stay addresses of the process that owns the structure; the code that reads a
/// structure also reads its memory.
///
/// Start at [BinaryDescriptor] for registration and at [KernelArguments] for launches.
@NullMarked
package org.offloadtck.object.offload.abi;

import org.jspecify.annotations.NullMarked;
