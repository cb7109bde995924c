import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A TypeScript file of the workspace; `path` is relative to the repository's root. */
export type Source = { path: string; text: string };

/** Every handwritten TypeScript file of the repository, specs included. */
export const sourcesUnder = (root: string): Source[] =>
  ['apps', 'libs', 'tools', 'bench'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && entry.name.endsWith('.ts') && !/node_modules|[/\\]dist/.test(entry.parentPath),
      )
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => ({ path: relative(root, file), text: readFileSync(file, 'utf8') })),
  );
