import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../src/platform/entry.js';

const TITLE = '## What lies in clear, and why';

/** The table of SECURITY.md as `place: what`, one for each of the things a row allows in its place. */
export function allowedInClear(): Set<string> {
  const document = readFileSync(join(repository, 'SECURITY.md'), 'utf8');
  const section = document.slice(document.indexOf(TITLE)).split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  return new Set(
    cells.flatMap(([, place = '', what = '']) =>
      what.split(',').map((one) => `${place.replaceAll('`', '')}: ${one.trim()}`),
    ),
  );
}
