package org.offloadtck.runtime.trace;

/// What an event is about.
///
/// @param host address of the first byte; 0 where the bytes are the runtime's own
/// @param device address of the first byte; 0 on a device without raw addresses
/// @param size in bytes
/// @param name of the variable, or empty where nothing is said of it
public record MapRange(long host, long device, long size, String name) {}
