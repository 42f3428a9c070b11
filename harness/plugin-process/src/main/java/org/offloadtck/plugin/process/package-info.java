/// A plugin's devices in a process of their own, behind the same SPI.
///
/// A driver is code of others, which may end or block the process that calls it. So each discovery
/// of an [IsolatedPlugin] starts a process, the [PluginServer], which loads the plugin and
/// everything that the plugin loads. The objects that it returns are proxies: a call travels
/// through a socket, and its outcome comes back.
///
/// The SPI is its own protocol. An [SpiMethod] has a number, and [SpiCodec] writes arguments and
/// results by the types that the method declares: records by their components, and the objects of a
/// plugin as references. A method that the SPI gains is carried without a change here.
///
/// The one rule: a process that ends or does not answer costs the devices that were discovered with
/// it, and nothing else. That call and every later one on them throw one
/// [org.offloadtck.plugin.DeviceException] of `DEVICE_LOST`, whose cause is a
/// [PluginProcessException].
///
/// Start at [IsolatedPlugin].
@NullMarked
package org.offloadtck.plugin.process;

import org.jspecify.annotations.NullMarked;
