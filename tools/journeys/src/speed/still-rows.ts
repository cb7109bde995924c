/** More rows than are scrolled over in a measurement. */
const ROWS = 2_000;
const ROW_PX = 44;

/**
 * Script for the page of a list: puts copies of the shown rows, all of them in the page at once and without the console's script, in
 * place of the page.
 */
export const MAKE_STILL = `(() => {
  const table = document.querySelector('[role=table]');
  const width = table.getBoundingClientRect().width;
  const rows = [...table.querySelectorAll('[role=row]')].slice(1);
  const copy = table.cloneNode(true);
  const body = copy.querySelector('[role=rowgroup]');
  body.replaceChildren(...Array.from({ length: ${ROWS} }, (_, index) => {
    const row = rows[index % rows.length].cloneNode(true);
    row.style.top = index * ${ROW_PX} + 'px';
    return row;
  }));
  body.style.height = ${ROWS * ROW_PX} + 'px';
  copy.style.height = body.style.height;
  copy.style.width = width + 'px';
  document.body.replaceChildren(copy);
})()`;
