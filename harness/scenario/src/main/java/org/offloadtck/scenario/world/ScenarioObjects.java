package org.offloadtck.scenario.world;

import io.cucumber.core.backend.ObjectFactory;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Cucumber's object factory: creates step classes and the objects in their constructors, one of
/// each per scenario.
///
/// Every class has one public constructor. An exception of the constructor is one of the scenario,
/// so that a scenario without its tools is skipped. The kit has its own factory because Cucumber's
/// container modules for 7.34.8 are not all on Maven Central (see `docs/adr/0006-…`).
public final class ScenarioObjects implements ObjectFactory {

    private final Map<Class<?>, Object> made = new HashMap<>();

    @Override
    public void start() {}

    @Override
    public void stop() {
        made.clear();
    }

    @Override
    public boolean addClass(Class<?> glue) {
        return true;
    }

    @Override
    public <T> T getInstance(Class<T> type) {
        var known = made.get(type);
        if (known != null) {
            return type.cast(known);
        }
        var instance = type.cast(make(type));
        made.put(type, instance);
        return instance;
    }

    private Object make(Class<?> type) {
        var constructors = type.getConstructors();
        if (constructors.length != 1) {
            throw new IllegalStateException(
                    "%s has %d public constructors when it should have one"
                            .formatted(type.getName(), constructors.length));
        }
        return invoke(constructors[0]);
    }

    private Object invoke(Constructor<?> constructor) {
        var parts = Arrays.stream(constructor.getParameterTypes()).map(this::getInstance).toArray();
        try {
            return constructor.newInstance(parts);
        } catch (InvocationTargetException fault) {
            throw fault.getCause() instanceof RuntimeException own
                    ? own
                    : new IllegalStateException("cannot call " + constructor, fault);
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException("cannot call " + constructor, fault);
        }
    }
}
