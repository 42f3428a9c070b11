package org.offloadtck.plugin.process;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/// An object of a plugin's process: carries out a call of the SPI there, and methods of [Object]
/// here.
///
/// @param connection to the process
/// @param type interface of the SPI
/// @param number of the object in the process
@SuppressWarnings("ReferenceEquality") // one proxy for each object
record RemoteObject(PluginConnection connection, Class<?> type, int number)
        implements InvocationHandler {

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
        var given = arguments == null ? new Object[0] : arguments;
        return switch (method.getDeclaringClass() == Object.class ? method.getName() : "") {
            case "equals" -> proxy == given[0];
            case "hashCode" -> number;
            case "toString" -> "%s %d".formatted(type.getSimpleName(), number);
            default -> connection.call(this, SpiMethod.of(method), given);
        };
    }
}
