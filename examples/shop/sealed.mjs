/**
 * Sends one encrypted request, as the provider asks for sellers and payouts, and prints the decrypted answer.
 *   SECRET_KEY=test_sk_... SECURITY_KEY=64_hex_characters node examples/shop/sealed.mjs /v2/sellers '{"refSellerId": "..."}'
 */
import { compactDecrypt, CompactEncrypt } from 'jose';

const { PROVIDER = 'http://localhost:4000', SECRET_KEY = '', SECURITY_KEY = '' } = process.env;
const [path, body] = process.argv.slice(2);
const isComplete = path?.startsWith('/') && body !== undefined && /^[0-9a-f]{64}$/i.test(SECURITY_KEY);
if (!isComplete) {
  console.error('Usage: SECRET_KEY=... SECURITY_KEY=64_hex_characters node examples/shop/sealed.mjs /v2/sellers JSON');
  process.exit(2);
}

const key = Buffer.from(SECURITY_KEY, 'hex');
const iat = new Date(Date.now() + 9 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+09:00');
const sealed = await new CompactEncrypt(Buffer.from(body))
  .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', iat, nonce: crypto.randomUUID() })
  .encrypt(key);

const reply = await fetch(PROVIDER + path, {
  method: 'POST',
  headers: {
    authorization: `Basic ${Buffer.from(`${SECRET_KEY}:`).toString('base64')}`,
    'TossPayments-api-security-mode': 'ENCRYPTION',
    'content-type': 'text/plain',
  },
  body: sealed,
}).catch(({ cause }) => {
  console.error(`No answer from ${PROVIDER}: ${cause?.message ?? cause?.code}`);
  process.exit(1);
});
const text = await reply.text();
// Some refusals, such as those of a wrong key, are not encrypted.
const isSealed = /^[\w-]+\.\.[\w-]+\.[\w-]*\.[\w-]+$/.test(text);
console.log(isSealed ? Buffer.from((await compactDecrypt(text, key)).plaintext).toString() : text);
process.exitCode = reply.ok ? 0 : 1;
