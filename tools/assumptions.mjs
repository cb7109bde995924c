// Lists every `ASSUMED:` comment of the source in docs/assumptions.md. Without --write it fails when the list is not complete.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'docs/assumptions.md');

const files = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !/node_modules|[/\\]dist/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name)),
);

/** An assumption runs on over the comment lines that follow it. */
function assumptionsIn(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const start = /(?:\/\/|\*)\s*ASSUMED:\s*(.*)$/.exec(line);
    if (!start) return [];
    const words = [start[1]];
    for (let next = index + 1; next < lines.length; next += 1) {
      const more = /^\s*(?:\/\/|\*(?!\/))\s?(?!ASSUMED:)(.*)$/.exec(lines[next]);
      if (!more || more[1].trim() === '') break;
      words.push(more[1]);
    }
    return [
      words
        .join(' ')
        .replace(/\*\/\s*$/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    ];
  });
}

const rows = files
  .sort()
  .flatMap((file) =>
    assumptionsIn(file).map(
      (text) => `| \`${relative(root, file).replaceAll('\\', '/')}\` | ${text.replaceAll('|', '\\|')} |`,
    ),
  );
const text = [
  '# Assumptions about the provider',
  '',
  'What its documents do not show and we had to guess. Each is one comment in the source, kept configurable where it matters.',
  'Written by `node tools/assumptions.mjs --write`; a test keeps it complete.',
  '',
  '| where | what we assume |',
  '| --- | --- |',
  ...rows,
  '',
].join('\n');

if (process.argv.includes('--write')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error('docs/assumptions.md is not complete: run node tools/assumptions.mjs --write');
  process.exit(1);
}
