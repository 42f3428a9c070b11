(() => {
  "use strict";
  const script = document.currentScript;
  const root = script && script.dataset.root !== undefined ? script.dataset.root : "";
  const single = document.body.classList.contains("single");

  // The link of the navigation that leads to this page.
  for (const link of document.querySelectorAll(".top nav a")) {
    if (!single && link.href.split("#")[0] === location.href.split("#")[0]) {
      link.setAttribute("aria-current", "page");
    }
  }

  // Filters: the part of the address after "#?", or after "#page?" in the single file.
  const lists = [];
  for (const form of document.querySelectorAll("form.filters")) {
    const part = form.closest(".part") || document.getElementById("main");
    lists.push({ form, part, name: single ? part.id : "", rows: [...part.querySelectorAll(".rows > li")] });
    form.hidden = false;
  }
  const matches = (row, wanted) => {
    for (const [name, value] of wanted) {
      if (!value) continue;
      if (name === "text") {
        if (!row.textContent.toLowerCase().includes(value.toLowerCase())) return false;
      } else if (name === "implementation" && row.dataset.status) {
        const tokens = row.dataset.implementation.split(" ");
        const status = wanted.get("status");
        const fits = (token) => status ? token === value + "=" + status : token.startsWith(value + "=");
        if (!tokens.some(fits)) return false;
      } else if (name === "status" && wanted.get("implementation")) {
        continue;
      } else if (!(row.dataset[name] || "").split("|").includes(value)) {
        return false;
      }
    }
    return true;
  };
  const show = (list, wanted) => {
    let shown = 0;
    for (const row of list.rows) {
      row.hidden = !matches(row, wanted);
      if (!row.hidden) shown++;
    }
    for (const group of list.part.querySelectorAll(".group")) {
      group.hidden = !group.querySelector(".rows > li:not([hidden])");
    }
    list.form.querySelector("output").textContent = shown + " of " + list.rows.length;
  };
  const wantedBy = (list) => {
    const at = location.hash.indexOf("?");
    const mine = at >= 0 && location.hash.slice(1, at) === list.name;
    return new Map(mine ? new URLSearchParams(location.hash.slice(at + 1)) : []);
  };
  const fromAddress = () => {
    for (const list of lists) {
      const wanted = wantedBy(list);
      for (const field of list.form.elements) {
        if (field.name) field.value = wanted.get(field.name) || "";
      }
      show(list, wanted);
      if (single && wanted.size) list.part.scrollIntoView();
    }
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target) {
      if (target.tagName === "DETAILS") target.open = true;
      target.scrollIntoView();
    }
  };
  for (const list of lists) {
    list.form.addEventListener("submit", (event) => event.preventDefault());
    list.form.addEventListener("input", () => {
      const wanted = new URLSearchParams();
      for (const field of list.form.elements) {
        if (field.name && field.value) wanted.set(field.name, field.value);
      }
      location.replace("#" + list.name + "?" + wanted);
      show(list, new Map(wanted));
    });
  }
  let typing = false;
  addEventListener("hashchange", () => {
    typing = lists.some((list) => list.form.contains(document.activeElement));
    if (!typing) fromAddress();
  });
  fromAddress();

  // Search: the index is loaded by a script element on first use, which works from a file too.
  const box = document.querySelector(".search");
  const input = document.getElementById("search");
  const found = document.getElementById("found");
  let selected = -1;
  let loading = false;
  box.hidden = false;
  const load = () => {
    if (window.offloadTckIndex || loading) return;
    loading = true;
    const element = document.createElement("script");
    element.src = root + "assets/search.js";
    element.onload = search;
    document.head.append(element);
  };
  const rank = (entry, words) => {
    const [, name, text] = entry;
    const head = name.toLowerCase();
    const all = head + " " + text.toLowerCase();
    let score = 0;
    for (const word of words) {
      if (!all.includes(word)) return 0;
      score += head === word ? 100 : head.startsWith(word) ? 20 : head.includes(word) ? 10 : 1;
    }
    return score;
  };
  function search() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.replaceChildren();
    selected = -1;
    input.removeAttribute("aria-activedescendant");
    if (!words.length || !window.offloadTckIndex) { close(); return; }
    const hits = window.offloadTckIndex
      .map((entry, order) => ({ entry, order, score: rank(entry, words) }))
      .filter((hit) => hit.score > 0)
      .sort((a, b) => b.score - a.score || a.order - b.order)
      .slice(0, 40);
    hits.forEach(({ entry }, number) => {
      const [kind, name, text, address] = entry;
      const item = document.createElement("li");
      item.id = "found-" + number;
      item.setAttribute("role", "option");
      item.setAttribute("aria-selected", "false");
      item.dataset.address = single ? address : root + address;
      const head = document.createElement("b");
      head.textContent = name;
      const rest = document.createElement("small");
      rest.textContent = kind + (text ? " · " + text : "");
      item.append(head, rest);
      found.append(item);
    });
    if (!hits.length) {
      const none = document.createElement("li");
      none.textContent = "Nothing found";
      none.setAttribute("role", "option");
      none.setAttribute("aria-disabled", "true");
      found.append(none);
    }
    found.hidden = false;
    input.setAttribute("aria-expanded", "true");
  }
  function close() {
    found.hidden = true;
    input.setAttribute("aria-expanded", "false");
  }
  const select = (number) => {
    const items = [...found.querySelectorAll("[data-address]")];
    if (!items.length) return;
    selected = (number + items.length) % items.length;
    items.forEach((item, at) => item.setAttribute("aria-selected", String(at === selected)));
    items[selected].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", items[selected].id);
  };
  const open = (item) => { close(); location.href = item.dataset.address; };
  input.addEventListener("focus", load);
  input.addEventListener("input", () => { load(); search(); });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") { event.preventDefault(); select(selected + 1); }
    else if (event.key === "ArrowUp") { event.preventDefault(); select(selected - 1); }
    else if (event.key === "Escape") { close(); input.blur(); }
    else if (event.key === "Enter") {
      const items = found.querySelectorAll("[data-address]");
      if (items.length) open(items[Math.max(selected, 0)]);
    }
  });
  found.addEventListener("click", (event) => {
    const item = event.target.closest("[data-address]");
    if (item) open(item);
  });
  document.addEventListener("click", (event) => { if (!box.contains(event.target)) close(); });
  document.addEventListener("keydown", (event) => {
    const field = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "/" && !field && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      input.focus();
    }
  });

  // A printed page shows the evidence, too.
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("main details")) details.open = true;
  });
})();
