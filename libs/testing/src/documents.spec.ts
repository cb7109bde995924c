import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sourcesUnder } from './testing/sources.js';

const root = join(__dirname, '../../..');
const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.nx', '.local']);

/** Paths of all Markdown documents, relative to the root. */
function documentsUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return documentsUnder(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

const documents = documentsUnder('.').toSorted();
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '');

/** The anchor of a heading on a code host: lower case, spaces become hyphens, punctuation is removed. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (path: string): Set<string> =>
  new Set([...withoutCode(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading.trim())));

function deadLinksOf(path: string): string[] {
  const links = [...withoutCode(read(path)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(target).has(anchor);
  });
}

test.each(documents)('%s links to nothing that is gone', (path) => {
  expect(deadLinksOf(path)).toEqual([]);
});

/**
 * Paths in code spans, from the root, without placeholders and patterns. Decision records and the changelog may name files of
 * the past.
 */
const SPAN = /`((?:apps|libs|tools|docs|bench|deploy|examples)\/[\w./-]*\w)`/g;
const ofToday = documents.filter((path) => !path.startsWith('docs/decisions/') && path !== 'CHANGELOG.md');

test.each(ofToday)('%s names no file that is gone', (path) => {
  const named = [...withoutCode(read(path)).matchAll(SPAN)].map(([, span = '']) => span);
  expect(named.filter((span) => !existsSync(join(root, span)))).toEqual([]);
});

const shapeOf = (path: string): string => path.replace(/\{[^}]*\}/g, '{}');
const served = new Set([
  ...sourcesUnder(root)
    .filter(({ path }) => /\.(contract|control)\.ts$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/[`'](\/[^`'\s]+)[`']/g)].map(([, path = '']) => shapeOf(path))),
  ...['/health/live', '/health/ready', '/metrics', '/docs', '/openapi.json'],
]);

test.each(ofToday)('%s asks for no path that is not served', (path) => {
  const asked = [...read(path).matchAll(/`(?:GET|POST|PUT|DELETE) (\/[\w./{}-]*\w\}?)/g)].map(
    ([, named = '']) => named,
  );
  expect(asked.filter((named) => !served.has(shapeOf(named)))).toEqual([]);
});

test("the README's first screen ends before its 60th line, and its map names every app, library and tool", () => {
  const readme = read('README.md');
  const map = readme.slice(readme.indexOf('## The map of the house'));
  const rooms = ['apps', 'libs', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder)).filter((name) => !name.startsWith('.') && name !== 'boundaries.eslint.config.mjs'),
  );
  expect(rooms.filter((name) => !map.includes(`\`${name}\``))).toEqual([]);
  expect(readme.slice(0, readme.indexOf('## How a won travels')).split('\n').length).toBeLessThanOrEqual(60);
});
