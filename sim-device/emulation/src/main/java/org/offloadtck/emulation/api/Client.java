package org.offloadtck.emulation.api;

/// A client process of the device server.
///
/// @param processId its process id
/// @param run the name of the run below which the process was started ([RunBackend#openRun]); empty
///   if there is none
public record Client(long processId, String run) {}
