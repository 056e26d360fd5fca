// A click on a column's head sorts the table by it, a second click the other way round.
document.querySelectorAll("table.sortable").forEach(table => {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = head.querySelector("button");
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") === "descending"
        || (!head.hasAttribute("aria-sort") && !head.classList.contains("numeric"));
      heads.forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const body = table.tBodies[0];
      const key = row => row.cells[column].dataset.sort ?? row.cells[column].textContent.trim();
      const missing = text => text === "" || text === "–";
      [...body.rows].sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        if (missing(x) || missing(y)) return missing(x) - missing(y);
        const order = isNaN(x) || isNaN(y) ? x.localeCompare(y) : x - y;
        return up ? order : -order;
      }).forEach(row => body.append(row));
    });
  });
});
