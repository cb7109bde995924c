// Prints an operator's token for a trial, good for ten minutes, signed with the key that new-env.mjs wrote.
// node deploy/operator-token.mjs NAME ROLE [FILE]     such as: kim approver
import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const LIFETIME_S = 600;

const [name, role, file = join(import.meta.dirname, '../.env')] = process.argv.slice(2);
if (!name || !role) {
  console.error('node deploy/operator-token.mjs NAME ROLE [FILE]; roles: viewer operator approver admin');
  process.exit(2);
}
const env = parseEnv(readFileSync(file, 'utf8'));
const key = createPrivateKey({ key: JSON.parse(env.TRIAL_OPERATOR_KEY), format: 'jwk' });
const now = Math.floor(Date.now() / 1_000);
const claims = {
  iss: env.OPERATOR_ISSUER,
  aud: env.OPERATOR_AUDIENCE,
  sub: name,
  roles: [role],
  iat: now,
  auth_time: now,
  exp: now + LIFETIME_S,
};
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const content = `${part({ alg: 'EdDSA', typ: 'at+jwt', kid: 'trial' })}.${part(claims)}`;
console.log(`${content}.${sign(null, Buffer.from(content), key).toString('base64url')}`);
