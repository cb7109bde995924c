import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A TypeScript file of the workspace; its path begins at the root of the repository. */
export type Source = { path: string; text: string };

/** Every TypeScript file under the root of the repository that is written by hand, specs included. */
export const sourcesUnder = (root: string): Source[] =>
  ['apps', 'libs', 'tools', 'bench'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter(
        (entry) =>
          entry.isFile() && entry.name.endsWith('.ts') && !/node_modules|[/\\](dist|out-tsc)/.test(entry.parentPath),
      )
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => ({ path: relative(root, file), text: readFileSync(file, 'utf8') })),
  );
