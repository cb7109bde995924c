/** Rows of text in columns: the first one to the left, numbers to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((max, row) => row.map((cell, i) => Math.max(max[i] ?? 0, cell.length)), []);
  return rows
    .map((row) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .map((line) => line.trimEnd())
    .join('\n');
}

/** A number with as many digits as anybody will read; a dash where there is none. */
export function short(value: number, unit = ''): string {
  if (!Number.isFinite(value)) return '-';
  const magnitude = Math.abs(value);
  const digits = magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : 2;
  const text = value.toFixed(digits).replace(/\B(?=(\d{3})+$)/, ',');
  return unit ? `${text} ${unit}` : text;
}
