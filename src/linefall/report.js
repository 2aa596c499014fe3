"use strict";
// Replays the games of this page. All text comes from the data below as text, never as HTML.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byNumber = new Map(data.games.map((game) => [game.n, game]));
  const $ = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  let game = null, shown = 0, listed = [];

  function make(name, attributes = {}, text = "") {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== "") node.textContent = text;
    return node;
  }
  function element(name, text = "", className = "") {
    const node = document.createElement(name);
    node.textContent = text;
    if (className) node.className = className;
    return node;
  }
  const name = (index) => data.names[index];
  const side = (place) => place % 2;
  const seated = (which) => (which === 0 ? game.f : game.s);

  function cells(count) {
    const heights = new Array(game.b[1]).fill(0);
    return game.m.slice(0, count).map((column) => [column, heights[column]++]);
  }

  function draw() {
    const [rows, columns] = game.b, last = game.m.length;
    const svg = make("svg", { viewBox: `0 0 ${columns * 50} ${rows * 50 + 28}`, role: "img" });
    svg.append(make("title", {}, `after move ${shown} of ${last}`));
    svg.append(make("rect", { width: columns * 50, height: rows * 50, rx: 8, fill: "#1f4e8c" }));
    const played = cells(shown), at = new Map(played.map((cell, place) => [cell.join(), place]));
    const line = new Set(shown === last ? game.l.map((cell) => cell.join()) : []);
    for (let column = 0; column < columns; column++) {
      for (let row = 0; row < rows; row++) {
        const x = column * 50 + 25, y = (rows - row) * 50 - 25, place = at.get([column, row].join());
        if (place === undefined) {
          svg.append(make("circle", { cx: x, cy: y, r: 20, fill: "#fff" }));
          continue;
        }
        const mine = side(place);
        svg.append(make("circle", { cx: x, cy: y, r: 20, fill: mine ? "#f0b400" : "#c8281e" }));
        if (mine) svg.append(make("circle", { cx: x, cy: y, r: 10, fill: "none",
          stroke: "#7a5b00", "stroke-width": 4 }));
        const ring = line.has([column, row].join()) ? "#fff" : place === shown - 1 ? "#111" : "";
        if (ring) svg.append(make("circle", { cx: x, cy: y, r: 21, fill: "none", stroke: ring,
          "stroke-width": 5, class: ring === "#fff" ? "line" : "last" }));
      }
      svg.append(make("text", { x: column * 50 + 25, y: rows * 50 + 20, "text-anchor": "middle" },
        String(column + game.z)));
    }
    $("board").replaceChildren(svg);
  }

  function about() {
    const last = game.m.length;
    $("where").textContent = (game.p ? game.p + ": " : "") + game.b.join("x") +
      (game.t === null ? "" : `, ${game.t} s a move`);
    $("first").textContent = name(game.f);
    $("second").textContent = name(game.s);
    $("verdict").textContent = game.x;
    $("review").textContent = game.r || "";
    const errors = $("errors");
    errors.textContent = game.e.length ? game.e.join("\n") : "";
    errors.hidden = $("errors-title").hidden = !game.e.length;
    const step = shown === 0 ? "before the first move" :
      `move ${shown} of ${last}: ${name(seated(side(shown - 1)))} plays column ` +
      `${game.m[shown - 1] + game.z}` +
      (shown <= game.o ? " (given as opening)" : "") +
      (game.k[shown - 1] == null ? "" : `, ${game.k[shown - 1]} s`);
    $("step").textContent = step;
  }

  function steps() {
    const buttons = game.m.map((column, place) => {
      const button = element("button", String(column + game.z));
      button.type = "button";
      button.title = `move ${place + 1}`;
      if (place === game.d) button.className = "blunder";
      button.addEventListener("click", () => go(place + 1));
      return button;
    });
    $("moves").replaceChildren(...buttons);
  }

  function go(count) {
    if (!game) return;
    shown = Math.max(0, Math.min(game.m.length, count));
    draw();
    about();
    [...$("moves").children].forEach((button, place) =>
      button.setAttribute("aria-current", String(place === shown - 1)));
    $("to-start").disabled = $("back").disabled = shown === 0;
    $("forward").disabled = $("to-end").disabled = shown === game.m.length;
  }

  function open(number, { scroll = false } = {}) {
    if (!byNumber.has(number)) return;
    game = byNumber.get(number);
    $("number").textContent = `Game ${number}`;
    steps();
    go(game.m.length);
    for (const row of $("rows").children)
      row.setAttribute("aria-current", String(row.dataset.game === String(number)));
    if (scroll) $("games").scrollIntoView();
  }

  function result(one) {
    if (one.w === null) return one.c === "draw" ? "tie" : "nobody won";
    return name(one.w === 0 ? one.f : one.s) + " won";
  }

  function list() {
    const wanted = $("who").value;
    listed = data.games.filter((one) => wanted === "" || one.f === +wanted || one.s === +wanted);
    $("rows").replaceChildren(...listed.map((one) => {
      const row = document.createElement("tr"), link = element("a", String(one.n));
      link.href = `#game-${one.n}`;
      row.dataset.game = one.n;
      const first = document.createElement("td");
      first.append(link);
      row.append(first, ...[name(one.f), name(one.s), one.b.join("x"), result(one), one.c]
        .map((text) => element("td", text, "t")));
      return row;
    }));
    $("count").textContent = `${listed.length} games`;
  }

  function beside(step) {
    const place = listed.indexOf(game) + step;
    if (listed[place]) location.hash = `#game-${listed[place].n}`;
  }

  function follow() {
    const found = /^#game-(\d+)$/.exec(location.hash);
    if (found) open(Number(found[1]), { scroll: true });
  }

  const KEYS = { ArrowLeft: () => go(shown - 1), ArrowRight: () => go(shown + 1),
    Home: () => go(0), End: () => go(game.m.length), n: () => beside(1), p: () => beside(-1) };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
    if (!game || !Object.hasOwn(KEYS, event.key)) return;
    // Elsewhere these two keys go to the ends of the page, as everywhere.
    if (["Home", "End"].includes(event.key) && !event.target.closest("#viewer")) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  $("to-start").addEventListener("click", () => go(0));
  $("back").addEventListener("click", () => go(shown - 1));
  $("forward").addEventListener("click", () => go(shown + 1));
  $("to-end").addEventListener("click", () => go(game.m.length));
  $("previous").addEventListener("click", () => beside(-1));
  $("next").addEventListener("click", () => beside(1));
  const order = data.names.map((text, index) => [text, index]).sort((a, b) => a[0] < b[0] ? -1 : 1);
  for (const [text, index] of order) {
    const option = element("option", text);
    option.value = index;
    $("who").append(option);
  }
  $("who").addEventListener("change", list);
  addEventListener("hashchange", follow);
  list();
  if (data.games.length) open(data.games[0].n);
  follow();
})();
