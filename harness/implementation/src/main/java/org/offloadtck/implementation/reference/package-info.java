/// The reference implementation: every stage in Java, in this process, under any ABI profile.
///
/// [ReferenceImplementation] compiles with the reference front end and links with the reference
/// linker wrapper. A run is a [SimulatedHostProcess]: the sections of the executable are loaded
/// into a simulated address space at their addresses. Its constructors are executed instruction by
/// instruction ([ConstructorInterpreter]) and call the reference runtime as those of a native
/// program do. Then [HostProgram] performs the program's operations on the executable's own tables
/// and storage, and the destructors run.
///
/// The rule: stages exchange files and nothing else. A later stage reads all it needs from the
/// bytes that an earlier stage made.
///
/// Start at [ReferenceImplementation].
@NullMarked
package org.offloadtck.implementation.reference;

import org.jspecify.annotations.NullMarked;
