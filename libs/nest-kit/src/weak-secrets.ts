import { createHash } from 'node:crypto';

type Texts = Readonly<Record<string, string | undefined>>;

/** Secrets that examples published once, this repository's or a standard's: everybody has them. */
const published = [
  'change-me',
  'test_sk_change00me00change00me',
  'https://login.example.com',
  // RFC 8037 appendix A.2, RFC 7515 appendix A.3, RFC 7517 appendix A.1: the private halves of these keys are printed beside them.
  '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMs',
] as const;

/** SHA-256 of what `printf %s "$KEY" | sha256sum` hashes when nobody filled the key in. */
const hashesOfNoKey: ReadonlySet<string> = new Set(
  ['', '\n', ...published].map((text) => createHash('sha256').update(text).digest('hex')),
);

/** Fewer different digits than this do not happen by chance: 64 random digits have 7 or fewer once in 10^19. */
const DIGITS_MIN = 8;

const PLACEHOLDER = /<[a-z][^<>]*>/i;
const KEYS_OF_64_DIGITS = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/gi;

/** Settings that still hold an instruction such as `<openssl rand -hex 32>`. Refused in every environment. */
export const placeholders = (given: Texts): string[] =>
  Object.entries(given).flatMap(([name, value]) =>
    value !== undefined && PLACEHOLDER.test(value) ? [`${name}: still holds the placeholder of the example`] : [],
  );

/** Settings whose secret is known to everybody or could be guessed. Refused in production. */
export const weakSecrets = (given: Texts): string[] =>
  Object.entries(given).flatMap(([name, value = '']) => {
    const keys = value.match(KEYS_OF_64_DIGITS)?.map((key) => key.toLowerCase()) ?? [];
    if (published.some((text) => value.includes(text))) return [`${name}: holds a secret that an example published`];
    if (keys.some((key) => hashesOfNoKey.has(key))) return [`${name}: holds the hash of no key at all`];
    return keys.some(isPattern) ? [`${name}: holds a key that is a pattern, not random`] : [];
  });

/** Whether 64 hex digits repeat their first half or less, use few digits, or count up or down byte by byte. */
function isPattern(key: string): boolean {
  // A text repeats its first n characters exactly when what follows them is how it begins.
  const repeats = Array.from({ length: key.length / 2 }, (_, i) => i + 1).some((n) => key.startsWith(key.slice(n)));
  const bytes = Buffer.from(key, 'hex');
  const step = (bytes[1] ?? 0) - (bytes[0] ?? 0);
  const counts = bytes.every((byte, i) => i === 0 || ((byte - (bytes[i - 1] ?? 0) - step) & 0xff) === 0);
  return repeats || counts || new Set(key).size < DIGITS_MIN;
}
