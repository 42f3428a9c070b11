package org.offloadtck.reports.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/// A headless Chromium of this machine.
final class Browser implements AutoCloseable {

    private static final String AXE = resource("/axe.min.js");

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /// Starts the browser; empty if this machine has none, or no driver for it.
    static Optional<Browser> start() {
        return program("chromedriver")
                .flatMap(driver -> program("chromium").map(chromium -> start(driver, chromium)));
    }

    private static Optional<Path> program(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static Browser start(Path driver, Path chromium) {
        var logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        var options = new ChromeOptions();
        options.setBinary(chromium.toFile());
        // Root, as in containers, has no sandbox, and /dev/shm may be small there.
        options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage");
        options.setCapability("goog:loggingPrefs", logs);
        // Not by a builder of the service: javac warns of an annotation in its class file.
        System.setProperty("webdriver.chrome.driver", driver.toString());
        return new Browser(new ChromeDriver(options));
    }

    private static String resource(String name) {
        try (var stream = Browser.class.getResourceAsStream(name)) {
            return new String(Optional.ofNullable(stream).orElseThrow().readAllBytes(), UTF_8);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    void open(Path page) {
        driver.get(page.toUri().toString());
    }

    void back() {
        driver.navigate().back();
    }

    /// The address of the page, from the last slash on.
    String address() {
        var address = String.valueOf(driver.getCurrentUrl());
        return address.substring(address.lastIndexOf('/') + 1);
    }

    WebElement find(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    /// The elements that are visible.
    List<WebElement> shown(String selector) {
        return driver.findElements(By.cssSelector(selector)).stream()
                .filter(WebElement::isDisplayed)
                .toList();
    }

    /// Presses keys where the focus is.
    void press(CharSequence... keys) {
        driver.switchTo().activeElement().sendKeys(keys);
    }

    /// The outcome of a script, as text.
    String evaluate(String expression) {
        return String.valueOf(driver.executeScript("return " + expression));
    }

    void resize(int width, int height) {
        driver.manage().window().setSize(new Dimension(width, height));
        device(width, height);
    }

    /// A window has a least width; the emulated screen of a device has none.
    private void device(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /// Shows pages as for a reader who prefers `scheme`: `light` or `dark`.
    void prefer(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /// Shows pages as on `medium`: `print` or `screen`.
    void showOn(String medium) {
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", medium));
    }

    /// Prints the page; the bytes of the PDF in base 64.
    String print() {
        return String.valueOf(driver.executeCdpCommand("Page.printToPDF", Map.of()).get("data"));
    }

    void await(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not so after 10 s at " + driver.getCurrentUrl());
            }
            Thread.onSpinWait();
        }
    }

    /// What violates WCAG 2.2 at level A or AA, as axe sees it: rule, and the first element.
    String violations() {
        driver.executeScript(AXE);
        return String.valueOf(
                driver.executeAsyncScript(
                        """
                        const done = arguments[arguments.length - 1];
                        axe.run({preload: false, runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}).then(
                            (found) => done(found.violations.map(
                                (one) => one.id + ": " + one.nodes[0].html).join("; ")),
                            (fault) => done("axe failed: " + fault));
                        """));
    }

    /// The messages of the console since the last call.
    List<String> messages() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(entry -> entry.getMessage())
                .toList();
    }

    /// The addresses that pages asked for since the last call, but those of files.
    List<String> requests() {
        var json = new ObjectMapper();
        return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
                .map(entry -> read(json, entry.getMessage()))
                .filter(address -> !address.isEmpty())
                .filter(address -> !address.startsWith("file:") && !address.startsWith("data:"))
                .toList();
    }

    private static String read(ObjectMapper json, String event) {
        try {
            var message = json.readTree(event).path("message");
            return message.path("method").asText().equals("Network.requestWillBeSent")
                    ? message.path("params").path("request").path("url").asText()
                    : "";
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
