/// The reference implementation: every stage in Java, in this process, under any ABI profile.
///
/// [ReferenceImplementation] compiles with the reference front end and links with the reference
/// linker wrapper. A run is a [SimulatedHostProcess]: the linked executable's sections are loaded
/// into a simulated address space at their addresses; its constructors are executed, instruction by
/// instruction, and so reach the reference runtime the way a native program's do; then the host
/// program's operations are performed on the executable's own tables and storage, and its
/// destructors run.
///
/// The rule: between stages go files, nothing else. What a later stage knows, it read from the
/// bytes that the earlier one made.
@NullMarked
package org.offloadtck.implementation.reference;

import org.jspecify.annotations.NullMarked;
