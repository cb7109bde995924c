// Rotates a key in a .env. Prints no key that was there before, and a new one only when its caller must be given it.
// node deploy/rotate-key.mjs NAME first|behind|promote|drop [--from FILE] [--env FILE]
// node deploy/rotate-key.mjs API_KEYS add ID ROLES | remove ID [--env FILE]
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';

const USAGE = `node deploy/rotate-key.mjs NAME STEP [--from FILE] [--env FILE]

  first    a new key in front: it signs and seals from the next deployment on
  behind   a new key behind the others: it opens, and does not seal yet
  promote  the last key comes to the front
  drop     the last key leaves

  --from   the file of a key that somebody else made, the provider for example; else a random one is made
  --env    the file of the settings (.env of this folder)

node deploy/rotate-key.mjs API_KEYS add ID ROLES    (such as: add market-2 market) prints the new key, once
node deploy/rotate-key.mjs API_KEYS remove ID`;

/** Those of libs/nest-kit: with another one no service starts. */
const ROLES = ['market', 'viewer', 'operator', 'approver', 'auditor', 'admin'];

const hex = (bytes) => randomBytes(bytes).toString('hex');

/** Keys that stand in a list, newest first. `firstStep`: how a new one comes in. */
const lists = {
  PROOF_SIGNING_KEY: { firstStep: 'first' },
  SELLER_SESSION_KEY: { firstStep: 'first' },
  SESSION_KEY: { firstStep: 'first' },
  // A replica that was not deployed yet must be able to open what the others seal.
  DATA_KEYS: { firstStep: 'behind' },
  PROVIDER_SECURITY_KEYS: { firstStep: 'first', madeByOthers: true },
};

const steps = {
  first: (keys, made) => [made(), ...keys],
  behind: (keys, made) => [...keys, made()],
  promote: (keys) => [keys.at(-1), ...keys.slice(0, -1)],
  drop: (keys) => keys.slice(0, -1),
};

class Mistake extends Error {}

function rotated(name, step, keys, from) {
  const { firstStep, madeByOthers = false } = lists[name];
  if (!(step in steps)) throw new Mistake(USAGE);
  if (['first', 'behind'].includes(step) && step !== firstStep)
    throw new Mistake(`${name}: a new key comes in by the step ${firstStep}`);
  if (['promote', 'drop'].includes(step) && keys.length < 2)
    throw new Mistake(`${name} has one key only: put a new one ${firstStep} before`);
  if (madeByOthers && step === firstStep && from === undefined)
    throw new Mistake(`${name}: the provider makes this key. Save it in a file, and name the file by --from`);
  const next = steps[step](keys, () => (from === undefined ? hex(32) : readFileSync(from, 'utf8').trim()));
  if (!next.every((key) => /^[0-9a-f]{64}$/i.test(key))) throw new Mistake(`${name}: a key is 64 hex characters`);
  if (new Set(next).size < next.length) throw new Mistake(`${name}: this key is in the list already`);
  return { value: next.join(','), said: `${name}: ${next.length} ${next.length === 1 ? 'key' : 'keys'}` };
}

function withApiKey(entries, [step, id, roles]) {
  if (step === 'add' && id && roles) {
    if (entries.some((entry) => entry.id === id)) throw new Mistake(`API_KEYS has an entry ${id} already`);
    const unknown = roles.split(',').filter((role) => !ROLES.includes(role));
    if (unknown.length > 0) throw new Mistake(`There is no role ${unknown.join(', ')}. One of: ${ROLES.join(', ')}`);
    const key = `live_sk_${hex(24)}`;
    const sha256 = createHash('sha256').update(key).digest('hex');
    const entry = { id, sha256, roles: roles.split(','), madeAt: new Date().toISOString() };
    return { next: [...entries, entry], said: `API_KEYS: ${id} is added. The key, shown this once:\n${key}` };
  }
  if (step === 'remove' && id) {
    const next = entries.filter((entry) => entry.id !== id);
    if (next.length === entries.length) throw new Mistake(`API_KEYS has no entry ${id}`);
    if (next.length === 0) throw new Mistake(`${id} is the only entry: add another one before`);
    return { next, said: `API_KEYS: ${id} is removed` };
  }
  throw new Mistake(USAGE);
}

/** The settings with another value of one name; everything else stays as it was written. */
function replaced(text, name, value) {
  const line = new RegExp(`^${name}=.*$`, 'm');
  return text.replace(line, () => `${name}='${value}'`);
}

function main() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      env: { type: 'string', default: '.env' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const [name, ...rest] = positionals;
  if (name === 'FINGERPRINT_KEY')
    throw new Mistake('FINGERPRINT_KEY is never rotated: it tells a changed account from the same one');
  if (name !== 'API_KEYS' && !Object.hasOwn(lists, name ?? '')) throw new Mistake(USAGE);
  if (!existsSync(values.env))
    throw new Mistake(
      `There is no ${resolve(values.env)}: go to the folder of the .env that the services read, or name it by --env`,
    );
  const text = readFileSync(values.env, 'utf8');
  const old = parseEnv(text)[name];
  if (!old) throw new Mistake(`${values.env} has no ${name}`);
  const { value, said } =
    name === 'API_KEYS' ? apiKeys(old, rest) : rotated(name, rest[0], old.split(','), values.from);
  const draft = `${values.env}.${process.pid}`;
  writeFileSync(draft, replaced(text, name, value), { mode: statSync(values.env).mode & 0o777 });
  renameSync(draft, values.env);
  console.log(said);
}

function apiKeys(old, rest) {
  const { next, said } = withApiKey(JSON.parse(old), rest);
  return { value: JSON.stringify(next), said };
}

try {
  main();
} catch (error) {
  console.error(error.message);
  process.exitCode = error instanceof Mistake || error.code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}
