// What `browser-check` asks of a page, from inside of it. Each check gives a list of faults.
globalThis.checks = (() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const isSeen = element => element.checkVisibility({ checkVisibilityCSS: true })
    && element.getClientRects().length > 0;
  const clip = text => text.trim().replace(/\s+/g, " ").slice(0, 60);
  const tables = () => all("table.sortable").filter(isSeen);
  const rows = table => all("tbody tr:not(.group)", table);
  const name = table => {
    const section = table.closest("section, details") ?? document.body;
    return clip(section.querySelector("h2, summary")?.textContent ?? "table");
  };

  // Colours and contrast: WCAG 2.2, success criterion 1.4.3.
  const colour = text => {
    const parts = text.match(/[\d.]+/g)?.map(Number);
    return !parts || text === "none" ? null : { rgb: parts.slice(0, 3), alpha: parts[3] ?? 1 };
  };
  const over = (top, below) => top.rgb.map((part, at) => part * top.alpha + below[at] * (1 - top.alpha));
  const luminance = rgb => {
    const [r, g, b] = rgb.map(part => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const SHAPES = ["rect", "circle", "ellipse", "path", "polygon"];
  // What lies under a text: the shapes of a drawing that come before it and cover its middle, then the
  // backgrounds of what holds it.
  const ground = element => {
    const layers = [];
    const svg = element.closest("svg");
    if (svg && element !== svg) {
      const box = element.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      for (const shape of all(SHAPES.join(), svg)) {
        if (!(shape.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
        const at = shape.getBoundingClientRect();
        const style = getComputedStyle(shape);
        const fill = colour(style.fill);
        if (fill && x >= at.left && x <= at.right && y >= at.top && y <= at.bottom) {
          layers.push({ ...fill, alpha: fill.alpha * style.fillOpacity * style.opacity });
        }
      }
      layers.reverse();
    }
    for (let holder = svg ?? element; holder; holder = holder.parentElement) {
      const fill = colour(getComputedStyle(holder).backgroundColor);
      if (fill) layers.push(fill);
    }
    const dark = matchMedia("(prefers-color-scheme: dark)").matches && !matchMedia("print").matches;
    return layers.reverse().reduce((below, top) => over(top, below), dark ? [18, 18, 18] : [255, 255, 255]);
  };

  return {
    openAll(open) {
      all("details").forEach(details => { details.open = open; });
      scrollTo(0, 0);
    },

    outline() {
      const faults = [];
      const heads = all("h1, h2, h3, h4, h5, h6");
      if (heads.filter(head => head.tagName === "H1").length !== 1) faults.push("headings: not one h1");
      heads.reduce((before, head) => {
        const level = Number(head.tagName[1]);
        if (level > before + 1) faults.push(`headings: h${level} after h${before}: ${clip(head.textContent)}`);
        if (!head.textContent.trim()) faults.push("headings: one is empty");
        return level;
      }, 0);
      if (!document.documentElement.lang) faults.push("the page does not tell its language");
      if (!document.title) faults.push("the page has no title");
      if (all("main").length !== 1) faults.push("not one main part");
      const ids = all("[id]").map(element => element.id);
      ids.filter((id, at) => ids.indexOf(id) !== at).forEach(id => faults.push(`two things are called #${id}`));
      all("a[href^='#']").filter(link => !document.getElementById(link.hash.slice(1)))
        .forEach(link => faults.push(`a link leads nowhere: ${link.hash}`));
      all("svg").filter(svg => !(svg.getAttribute("role") === "img" && (svg.getAttribute("aria-label")
        || svg.getAttribute("aria-labelledby") || svg.querySelector("title"))))
        .forEach(svg => faults.push(`a drawing without words: ${clip(svg.textContent)}`));
      all("img:not([alt])").forEach(image => faults.push(`a picture without words: ${image.src.slice(0, 60)}`));
      all("th:not([scope])").forEach(head => faults.push(`a head without scope: ${clip(head.textContent)}`));
      all("input").filter(input => !input.labels?.length && !input.ariaLabel)
        .forEach(() => faults.push("a box without a label"));
      return faults;
    },

    contrast() {
      const faults = new Set();
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode.textContent.trim();
        const element = walker.currentNode.parentElement;
        if (!text || ["SCRIPT", "STYLE", "title", "desc"].includes(element.tagName) || !isSeen(element)) continue;
        const style = getComputedStyle(element);
        const below = ground(element);
        const ink = colour(element.closest("svg") ? style.fill : style.color);
        if (!ink) continue;
        const size = parseFloat(style.fontSize);
        const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
        const found = ratio(over(ink, below), below);
        if (found < (large ? 3 : 4.5)) faults.add(`${found.toFixed(2)}: ${clip(text)}`);
      }
      return [...faults].slice(0, 12);
    },

    width() {
      const wide = document.documentElement.clientWidth + 1;
      if (document.documentElement.scrollWidth <= wide) return [];
      const scrolls = element => element.closest(".scroll") && !matchMedia("print").matches;
      return all("body *").filter(element => isSeen(element) && !scrolls(element)
        && element.getBoundingClientRect().right > wide)
        .map(element => `${element.tagName} ${clip(element.textContent)}`).slice(0, 4);
    },

    // Where the cards of an audit end; 0 on any other page.
    answersEnd() {
      const answers = document.querySelector("body.audit #summary");
      return answers ? answers.getBoundingClientRect().bottom + scrollY : 0;
    },

    // The height of its tallest card.
    tallestCard() {
      return Math.max(0, ...all(".answer").map(card => card.getBoundingClientRect().height));
    },

    // Letters of drawings that are not scrolled, as they come out on the screen.
    smallPrint() {
      const faults = new Set();
      all("figure svg").filter(isSeen).forEach(svg => {
        const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        all("text", svg).filter(text => parseFloat(getComputedStyle(text).fontSize) * scale < 9)
          .forEach(text => faults.add(`${clip(svg.querySelector("title")?.textContent ?? "")}: ${clip(text.textContent)}`));
      });
      return [...faults].slice(0, 6);
    },

    // Letters of drawings that lie over each other, or beyond the drawing's edge. Line boxes are taller than
    // letters: a quarter of their height is air.
    overlaps() {
      const faults = new Set();
      all("figure svg").filter(isSeen).forEach(svg => {
        const edge = svg.getBoundingClientRect();
        const title = clip(svg.querySelector("title")?.textContent ?? "");
        const boxes = all("text", svg).filter(text => text.textContent.trim()).map(text => {
          const { left, right, top, bottom } = text.getBoundingClientRect();
          const air = (bottom - top) / 8;
          return { text: clip(text.textContent), left, right, top: top + air, bottom: bottom - air };
        });
        boxes.forEach((one, at) => {
          if (one.left < edge.left - 1 || one.right > edge.right + 1 || one.bottom > edge.bottom + 1) {
            faults.add(`${title}: ${one.text} goes beyond the edge`);
          }
          boxes.slice(at + 1).filter(other => one.left < other.right - 1 && other.left < one.right - 1
            && one.top < other.bottom - 1 && other.top < one.bottom - 1)
            .forEach(other => faults.add(`${title}: ${one.text} lies over ${other.text}`));
        });
      });
      return [...faults].slice(0, 6);
    },

    async axe() {
      const { violations } = await axe.run(document, { resultTypes: ["violations"] });
      return violations.map(one => `${one.id}: ${one.help}: ${one.nodes[0].html.slice(0, 100)} (${one.nodes.length})`);
    },

    // The number of columns of every table that sorts.
    sortable: () => tables().map(table => table.tHead.rows[0].cells.length),

    direction: (at, column) => tables()[at].tHead.rows[0].cells[column].getAttribute("aria-sort"),

    // Brings a head into view with the focus on it, and tells where it is.
    head(at, column) {
      const button = tables()[at].tHead.rows[0].cells[column].querySelector("button, [role=button]");
      button.scrollIntoView({ block: "center", inline: "center" });
      button.focus({ preventScroll: true });
      const box = button.getBoundingClientRect();
      return { x: box.x + Math.min(box.width, 8) / 2, y: box.y + box.height / 2 };
    },

    // What is wrong with a table that was just sorted; `before` is how it was sorted until then.
    sorted(at, column, before) {
      const table = tables()[at];
      const heads = [...table.tHead.rows[0].cells];
      const label = `${name(table)}, ${clip(heads[column].textContent)}`;
      const now = heads[column].getAttribute("aria-sort");
      if (!now || now === before) return `${label}: nothing happens`;
      if (heads.filter(head => head.hasAttribute("aria-sort")).length > 1) return `${label}: two columns are sorted`;
      for (const body of table.tBodies) {
        const values = rows(body).map(row => {
          const cell = row.cells[column];
          const text = cell.dataset.sort ?? cell.textContent.trim();
          return text === "" || text === "–" ? null : isNaN(text) ? text : Number(text);
        });
        const known = values.filter(value => value !== null);
        if (values.slice(0, known.length).includes(null)) return `${label}: empty cells are not last`;
        const order = (a, b) => typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(b);
        const sign = now === "ascending" ? 1 : -1;
        if (known.some((value, row) => row > 0 && sign * order(known[row - 1], value) > 0)) return `${label}: not in order`;
      }
      return null;
    },

    toTop() {
      document.activeElement?.blur();
      getSelection().removeAllRanges();
      scrollTo(0, 0);
    },

    isAtHead: () => document.activeElement?.closest("th") !== null && document.activeElement !== document.body,

    showsFocus() {
      const style = getComputedStyle(document.activeElement);
      return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
    },

    filters: () => all(".filter input").filter(isSeen).length,

    // Puts the focus into a filter, with all that it holds selected, and gives a word of its table's last row.
    filter(number) {
      const input = all(".filter input").filter(isSeen)[number];
      input.scrollIntoView({ block: "center" });
      input.select();
      const table = input.closest(".filter").nextElementSibling.querySelector("table");
      return rows(table).at(-1).cells[0].textContent.trim().split(/\s+/)[0];
    },

    filtered(number, typed) {
      const input = all(".filter input").filter(isSeen)[number];
      const table = input.closest(".filter").nextElementSibling.querySelector("table");
      if (input.value !== typed) return `${name(table)}: the box does not hold what was typed`;
      const wanted = rows(table).filter(row =>
        [...row.cells].some(cell => cell.textContent.toLowerCase().includes(typed.toLowerCase())));
      const shown = rows(table).filter(isSeen);
      return shown.length === wanted.length ? null
        : `${name(table)}: ${shown.length} rows are shown for "${typed}", not ${wanted.length}`;
    },

    // Fills the page's longest table up to so many rows, and tells how long sorting and filtering take.
    long(count) {
      const longest = tables().sort((a, b) => rows(b).length - rows(a).length)[0];
      if (!longest) return null;
      const body = [...longest.tBodies].sort((a, b) => b.rows.length - a.rows.length)[0];
      const models = rows(body);
      for (let at = rows(longest).length; at < count; at++) {
        body.append(models[(at * 7) % models.length].cloneNode(true));
      }
      // The best of three, as the machine may have other work.
      const time = act => Math.min(...[1, 2, 3].map(() => {
        const started = performance.now();
        act();
        void document.body.offsetHeight;
        return performance.now() - started;
      }));
      const result = { sorting: time(() => longest.tHead.querySelector("button, [role=button]").click()) };
      const input = longest.closest(".scroll")?.previousElementSibling?.querySelector("input");
      if (input) {
        result.filtering = time(() => {
          input.value = input.value ? "" : "1";
          input.dispatchEvent(new Event("input"));
        });
      }
      return result;
    },
  };
})();
0;
