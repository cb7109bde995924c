import { dirname, join, normalize } from 'node:path';
import { sourcesUnder } from './testing/sources.js';

const IMPORT = /(?:from|import) '(\.[^']+)\.js'/g;

/** The files that each file imports by path, types included: a reader must follow both. */
const imports = new Map(
  sourcesUnder(join(__dirname, '../../..')).map(({ path, text }) => [path, importsOf(path, text)] as const),
);

function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, target = '']) => `${normalize(join(dirname(path), target))}.ts`);
}

/** The shortest import circle through a file; null: none. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...way, file]);
      if (circle) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return null;
}

test('no file imports itself by way of others', () => {
  expect(imports.size).toBeGreaterThan(500);
  expect(circleIn(imports)).toBeNull();
});

test('a circle is seen, of types too, and two ways to one file are none', () => {
  const graph = (text: Readonly<Record<string, string>>) =>
    new Map(Object.entries(text).map(([path, code]) => [path, importsOf(path, code)]));
  const a = `import type { B } from './b.js';`;
  expect(circleIn(graph({ 'x/a.ts': a, 'x/b.ts': `export { a } from '../x/a.js';` }))).toEqual([
    ...['x/a.ts', 'x/b.ts', 'x/a.ts'],
  ]);
  expect(circleIn(graph({ 'x/a.ts': `${a} import './c.js';`, 'x/b.ts': `import './c.js';`, 'x/c.ts': '' }))).toBeNull();
});
