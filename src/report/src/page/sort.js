// A click or Enter on a column's head sorts the table by that column; a second one reverses the order.
// Rows stay in their group.
const words = new Intl.Collator();
document.querySelectorAll("table.sortable").forEach(table => {
  const heads = [...table.tHead.rows[0].cells];
  const sort = (head, column) => {
    const up = head.getAttribute("aria-sort") === "descending"
      || (!head.hasAttribute("aria-sort") && !head.classList.contains("numeric"));
    heads.forEach(other => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const key = row => row.cells[column].dataset.sort ?? row.cells[column].textContent.trim();
    const missing = text => text === "" || text === "–";
    [...table.tBodies].forEach(body => {
      const rows = [...body.rows].filter(row => !row.classList.contains("group"));
      const keyed = rows.map(row => [key(row), row]);
      keyed.sort(([x], [y]) => {
        if (missing(x) || missing(y)) return missing(x) - missing(y);
        const order = isNaN(x) || isNaN(y) ? words.compare(x, y) : x - y;
        return up ? order : -order;
      });
      body.append(...keyed.map(([, row]) => row));
    });
  };
  heads.forEach((head, column) => {
    const button = head.querySelector("[role=button]");
    button.addEventListener("click", () => sort(head, column));
    button.addEventListener("keydown", event => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      sort(head, column);
    });
  });
});
// The search box above a long table keeps the rows that contain all of its words.
document.querySelectorAll(".filter").forEach(filter => {
  const table = filter.nextElementSibling.querySelector("table");
  const count = filter.querySelector(".count");
  filter.querySelector("input").addEventListener("input", event => {
    const wanted = event.target.value.toLowerCase().split(/\s+/).filter(word => word);
    let shown = 0;
    [...table.tBodies].forEach(body => {
      const [head, rows] = [body.querySelector(".group"), [...body.rows].filter(row => !row.classList.contains("group"))];
      let any = false;
      rows.forEach(row => {
        const text = [...row.cells].map(cell => cell.textContent.toLowerCase()).join(" ");
        row.hidden = !wanted.every(word => text.includes(word));
        any = any || !row.hidden;
        shown += !row.hidden;
      });
      if (head) head.hidden = !any;
    });
    count.textContent = wanted.length ? shown + (shown === 1 ? " row" : " rows") : "";
  });
});
// Marks tables that are wider than the page.
const tell = () => document.querySelectorAll(".scroll").forEach(box => {
  box.classList.toggle("wide", box.scrollWidth > box.clientWidth + 1);
});
tell();
addEventListener("resize", tell);
document.querySelectorAll("details").forEach(details => details.addEventListener("toggle", tell));
// Paper has no folding: prints all tables but the long ones; of an audit only those that the reader opened.
let opened = [];
addEventListener("beforeprint", () => {
  if (document.body.classList.contains("audit")) return;
  opened = [...document.querySelectorAll("details:not([open]):not(.long)")];
  opened.forEach(details => { details.open = true; });
});
addEventListener("afterprint", () => opened.forEach(details => { details.open = false; }));
