import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { sourcesUnder } from './testing/sources.js';

const root = join(__dirname, '../../..');
/** Import statements at the start of a line only: imports inside the planted texts of this file do not count. */
const IMPORT = /^(?:import|export|\})(?:[^'\n]* from)? '((?:\.|@jeongsan\/)[^']+)'/gm;
const packageOf = (target: string): string => target.split('/').slice(0, 2).join('/');

/** The linter's messages for each line, as if it were in its file. Writes nothing. One process: loading the rules takes two seconds. */
function lint(lines: readonly (readonly [file: string, line: string])[]): string[] {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', LINT], {
    cwd: root,
    input: JSON.stringify(lines),
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as string[];
}
const LINT = `import { text } from 'node:stream/consumers';
import { ESLint } from 'eslint';
const eslint = new ESLint({ overrideConfigFile: 'tools/boundaries.eslint.config.mjs' });
const found = [];
for (const [filePath, line] of JSON.parse(await text(process.stdin)))
  for (const { messages } of await eslint.lintText(line + '\\n', { filePath }))
    found.push(messages.map(({ ruleId, message }) => ruleId + ' ' + message).join());
console.log(JSON.stringify(found));`;

// prettier-ignore
const planted = [
  ['the domain knows no database',         'libs/random/src/planted.ts',               "export { postLedger } from '@jeongsan/database';",  'layer:domain'],
  ['a contract knows no platform',         'libs/http-contract/src/planted.ts',        "export { seal } from '@jeongsan/jwe';",             'layer:contract'],
  ['a shared library knows no core',       'libs/nest-kit/src/planted.ts',             "export { chart } from '@jeongsan/ledger';",         'scope:shared'],
  ['the sandbox shares no business code',  'apps/provider-sandbox/src/planted.ts',     "export { chart } from '@jeongsan/ledger';",         'scope:sandbox'],
  ['no app imports another app',           'apps/payments-gateway/src/planted.ts',     "export { env } from '../../payout-scheduler/src/env.js';", 'enforce-module-boundaries'],
  ['no library imports an app',            'libs/testing/src/planted.ts',              "export { env } from '../../../apps/payout-scheduler/src/env.js';", 'enforce-module-boundaries'],
  ['no library imports a tool',            'libs/testing/src/planted.ts',              "export { startServers } from '@jeongsan/stack';",   'scope:core'],
  ['no shared library imports a tool',     'libs/fuzz/src/planted.ts',                 "export { startServers } from '@jeongsan/stack';",   'scope:shared'],
  ['no app imports a tool',                'apps/payments-gateway/src/planted.ts',     "export { startServers } from '@jeongsan/stack';",   'layer:app'],
] as const;
const allowed = ['apps/payments-gateway/src/planted.ts', "export { chart } from '@jeongsan/ledger';"] as const;
let found: string[];
beforeAll(() => {
  // Without the project graph, the rule would accept every import.
  spawnSync(process.execPath, ['node_modules/nx/dist/bin/nx.js', 'show', 'projects'], { cwd: root });
  found = lint([...planted.map(([, file, line]) => [file, line] as const), allowed]);
}, 90_000);

test.each(planted.map(([name, , , rule], index) => ({ name, rule, index })))(
  'planted violation: $name',
  ({ rule, index }) => {
    expect(found[index]).toContain(rule);
  },
);

test('what is allowed passes', () => {
  expect(found.at(-1)).toBe('');
});

describe('the arrows point down', () => {
  const sources = sourcesUnder(root);
  const projectOf = (path: string): string => path.split('/').slice(0, 2).join('/');
  /** The name of a package; folders without one have no importers. */
  const nameOf = (project: string): string => {
    const file = join(root, project, 'package.json');
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { name: string }).name : project;
  };
  const owners = new Map(
    [...new Set(sources.map(({ path }) => projectOf(path)))].map((project) => [nameOf(project), project]),
  );
  /** The imports that leave their project, as [file, target project], by package name or by path. */
  const arrows = sources.flatMap(({ path, text }) =>
    [...text.matchAll(IMPORT)]
      .map(
        ([, target = '']) =>
          [
            path,
            target.startsWith('.') ? projectOf(normalize(join(dirname(path), target))) : owners.get(packageOf(target)),
          ] as const,
      )
      .filter(([, project]) => project !== undefined && project !== projectOf(path)),
  );
  const arrowsTo = (from: RegExp, to: RegExp) =>
    arrows.filter(([path, project]) => from.test(path) && to.test(project ?? '')).map((arrow) => arrow.join(' -> '));

  test('libraries import libraries; apps import libraries; nothing imports an app', () => {
    expect(arrowsTo(/^apps\//, /^libs\//).length).toBeGreaterThan(100);
    expect(arrowsTo(/^libs\//, /^(?!libs\/)/)).toEqual([]);
    expect(arrowsTo(/^apps\//, /^(?!libs\/)/)).toEqual([]);
    expect(arrowsTo(/./, /^apps\//)).toEqual([]);
  });

  test("the sandbox's control contract is for the sandbox and for tests", () => {
    const shipped =
      /^(?!apps\/provider-sandbox\/|libs\/(testing|provider-walks)\/|tools\/|bench\/)(?!.*(\/testing\/|\.spec\.ts$))/;
    expect(arrowsTo(/./, /^libs\/sandbox-control$/).length).toBeGreaterThan(10);
    expect(arrowsTo(shipped, /^libs\/sandbox-control$/)).toEqual([]);
    expect(arrowsTo(shipped, /^libs\/(testing|provider-walks)$/)).toEqual([]);
  });
});
