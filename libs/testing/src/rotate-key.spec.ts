import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { roles } from '@jeongsan/nest-kit/roles';

const script = join(__dirname, '../../../deploy/rotate-key.mjs');
const folder = mkdtempSync(join(tmpdir(), 'jeongsan-rotate-'));
const file = join(folder, '.env');
const [OLD, OTHER] = ['1a2b'.repeat(16), '3c4d'.repeat(16)];
const entry = { id: 'market', sha256: OLD, roles: ['market'] };
const settings = [
  '# first line',
  `DATA_KEYS='${OLD}'`,
  `PROOF_SIGNING_KEY=${OLD}`,
  `PROVIDER_SECURITY_KEYS='${OLD}'`,
  `API_KEYS='${JSON.stringify([entry])}'`,
  `FINGERPRINT_KEY='${OLD}'`,
  '',
].join('\n');

beforeEach(() => {
  writeFileSync(file, settings);
  chmodSync(file, 0o600);
});
afterAll(() => rmSync(folder, { recursive: true }));

const rotate = (...args: readonly string[]) =>
  spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8' });
const valueOf = (name: string): string => parseEnv(readFileSync(file, 'utf8'))[name] ?? '';
const keysOf = (name: string): string[] => valueOf(name).split(',');

test('a key that signs: a new one in front, then the old one leaves', () => {
  const made = rotate('PROOF_SIGNING_KEY', 'first');
  expect(made).toMatchObject({ status: 0, stdout: 'PROOF_SIGNING_KEY: 2 keys\n', stderr: '' });
  const [fresh = '', old] = keysOf('PROOF_SIGNING_KEY');
  expect([fresh, old]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), OLD]);
  expect(rotate('PROOF_SIGNING_KEY', 'drop').stdout).toBe('PROOF_SIGNING_KEY: 1 key\n');
  expect(keysOf('PROOF_SIGNING_KEY')).toEqual([fresh]);
  expect(readFileSync(file, 'utf8').replace(/^PROOF.*$/m, `PROOF_SIGNING_KEY=${OLD}`)).toBe(settings);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('the key of the data opens before it seals', () => {
  rotate('DATA_KEYS', 'behind');
  const [old, fresh = ''] = keysOf('DATA_KEYS');
  expect([old, fresh === OLD]).toEqual([OLD, false]);
  rotate('DATA_KEYS', 'promote');
  expect(keysOf('DATA_KEYS')).toEqual([fresh, OLD]);
  rotate('DATA_KEYS', 'drop');
  expect(keysOf('DATA_KEYS')).toEqual([fresh]);
});

test('a key that the provider made comes out of a file', () => {
  writeFileSync(join(folder, 'theirs'), `${OTHER}\n`);
  expect(rotate('PROVIDER_SECURITY_KEYS', 'first', '--from', 'theirs').status).toBe(0);
  expect(keysOf('PROVIDER_SECURITY_KEYS')).toEqual([OTHER, OLD]);
});

test('an API key is shown once, and its hash is written', () => {
  const { stdout } = rotate('API_KEYS', 'add', 'market-2', 'market');
  const [key = ''] = /live_sk_\w+/.exec(stdout) ?? [];
  const sha256 = createHash('sha256').update(key).digest('hex');
  expect(JSON.parse(valueOf('API_KEYS'))).toEqual([
    entry,
    { id: 'market-2', sha256, roles: ['market'], madeAt: expect.any(String) as string },
  ]);
  expect(rotate('API_KEYS', 'remove', 'market').status).toBe(0);
  expect(JSON.parse(valueOf('API_KEYS'))).toMatchObject([{ id: 'market-2' }]);
});

test('says how it is used', () => {
  const { status, stdout } = rotate('--help');
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('NAME STEP') as string });
});

// prettier-ignore
test.each([
  ['the key of fingerprints',         ['FINGERPRINT_KEY', 'first'],                        'never rotated'],
  ['a setting that is no key',        ['DATABASE_URL', 'first'],                           'rotate-key.mjs NAME STEP'],
  ['a step that is none',             ['DATA_KEYS', 'swap'],                               'rotate-key.mjs NAME STEP'],
  ['sealing before all can open',     ['DATA_KEYS', 'first'],                              'comes in by the step behind'],
  ['dropping the only key',           ['DATA_KEYS', 'drop'],                               'one key only'],
  ['a random key for the provider',   ['PROVIDER_SECURITY_KEYS', 'first'],                 'the provider makes this key'],
  ['a file that is not there',        ['PROVIDER_SECURITY_KEYS', 'first', '--from', 'no'], 'no such file'],
  ['a file that is no key',           ['PROVIDER_SECURITY_KEYS', 'first', '--from', '.env'], '64 hex characters'],
  ['a setting that the file lacks',   ['SESSION_KEY', 'first'],                            'has no SESSION_KEY'],
  ['an id that is taken',             ['API_KEYS', 'add', 'market', 'market'],             'has an entry market already'],
  ['removing the only entry',         ['API_KEYS', 'remove', 'market'],                    'the only entry'],
  ['a role that there is not',        ['API_KEYS', 'add', 'market-2', 'market,markt'],     `There is no role markt. One of: ${roles.join(', ')}`],
  ['a folder without settings',       ['DATA_KEYS', 'behind', '--env', 'away/.env'],       'away/.env: go to the folder of the .env'],
  ['an option that there is not',     ['DATA_KEYS', 'behind', '--force'],                  '--force'],
])('%s is refused, and the file stays as it was', (_, args, said) => {
  const { status, stdout, stderr } = rotate(...args);
  expect({ isRefused: status !== 0, stdout }).toEqual({ isRefused: true, stdout: '' });
  expect(stderr).toContain(said);
  expect(stderr).not.toContain(OLD);
  expect(readFileSync(file, 'utf8')).toBe(settings);
});
