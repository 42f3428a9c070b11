/// Tests of execution; [Machine] is their device.
@org.jspecify.annotations.NullMarked
package org.offloadtck.simt.execution;
