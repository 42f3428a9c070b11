package org.offloadtck.reports.markup;

import java.util.ArrayList;
import java.util.List;

/// An element with its attributes and children, each in order.
public record Element(String tag, List<Attribute> attributes, List<Node> children) implements Node {

    /// The name and value of an attribute.
    public record Attribute(String name, String value) {}

    public Element {
        attributes = List.copyOf(attributes);
        children = List.copyOf(children);
    }

    public static Element element(String tag, Node... children) {
        return new Element(tag, List.of(), List.of(children));
    }

    public static Element element(String tag, String text) {
        return element(tag, Node.text(text));
    }

    public Element with(String name, String value) {
        var more = new ArrayList<>(attributes);
        more.add(new Attribute(name, value));
        return new Element(tag, more, children);
    }

    public Element add(Node... nodes) {
        return addAll(List.of(nodes));
    }

    public Element addAll(List<? extends Node> nodes) {
        var more = new ArrayList<>(children);
        more.addAll(nodes);
        return new Element(tag, attributes, more);
    }
}
