import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

/** What the linter says of one line, as if it stood in `file`. Nothing is written. */
function lint(file: string, line: string): string {
  const config = ['-c', 'tools/boundaries.eslint.config.mjs', '--stdin', '--stdin-filename', file];
  const { stdout } = spawnSync(process.execPath, ['node_modules/eslint/bin/eslint.js', ...config], {
    cwd: root,
    input: `${line}\n`,
    encoding: 'utf8',
  });
  return stdout;
}

beforeAll(() => {
  // Without its graph of the workspace the rule passes everything.
  spawnSync(process.execPath, ['node_modules/nx/dist/bin/nx.js', 'show', 'projects'], { cwd: root });
}, 60_000);

// prettier-ignore
test.each([
  ['the domain knows no database',         'libs/settlement/src/planted.ts',           "export { postLedger } from '@jeongsan/database';",  'layer:domain'],
  ['a contract knows no platform',         'libs/http-contract/src/planted.ts',        "export { seal } from '@jeongsan/jwe';",             'layer:contract'],
  ['a shared library knows no core',       'libs/nest-kit/src/planted.ts',             "export { chart } from '@jeongsan/ledger';",         'scope:shared'],
  ['the sandbox shares no business code',  'apps/provider-sandbox/src/planted.ts',     "export { chart } from '@jeongsan/ledger';",         'scope:sandbox'],
  ['no app imports another app',           'apps/payments-gateway/src/planted.ts',     "export { env } from '../../payout-scheduler/src/env.js';", 'enforce-module-boundaries'],
])('planted violation: %s', (_, file, line, rule) => {
  expect(lint(file, line)).toContain(rule);
}, 30_000);

test('what is allowed passes', () => {
  expect(lint('apps/payments-gateway/src/planted.ts', "export { chart } from '@jeongsan/ledger';")).toBe('');
}, 30_000);
