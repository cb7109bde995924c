import { createHash } from 'node:crypto';

type Texts = Readonly<Record<string, string | undefined>>;

/** Publicly known secrets: from the examples of this repository, and from standards. */
const published = [
  'change-me',
  'test_sk_change00me00change00me',
  'https://login.example.com',
  // RFC 8037 appendix A.2, RFC 7515 appendix A.3, RFC 7517 appendix A.1: these documents also contain the private halves of the
  // keys.
  '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMs',
] as const;

/**
 * SHA-256 of an empty key, of a line break alone, and of the published examples: the hash that `sha256sum` gives when no key
 * was filled in.
 */
const hashesOfNoKey: ReadonlySet<string> = new Set(
  ['', '\n', ...published].map((text) => createHash('sha256').update(text).digest('hex')),
);

/** The fewest different hex digits of a random key: 64 random digits have 7 or fewer once in 10^19. */
const DIGITS_MIN = 8;

const PLACEHOLDER = /<[a-z][^<>]*>/i;
const KEYS_OF_64_DIGITS = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/gi;

/** Settings that still contain a placeholder such as `<openssl rand -hex 32>`. Refused in every environment. */
export const placeholders = (given: Texts): string[] =>
  Object.entries(given).flatMap(([name, value]) =>
    value !== undefined && PLACEHOLDER.test(value) ? [`${name}: still holds the placeholder of the example`] : [],
  );

/** Settings whose secret is published or can be guessed. Refused in production. */
export const weakSecrets = (given: Texts): string[] =>
  Object.entries(given).flatMap(([name, value = '']) => {
    const keys = value.match(KEYS_OF_64_DIGITS)?.map((key) => key.toLowerCase()) ?? [];
    if (published.some((text) => value.includes(text))) return [`${name}: holds a secret that an example published`];
    if (keys.some((key) => hashesOfNoKey.has(key))) return [`${name}: holds the hash of no key at all`];
    return keys.some(isPattern) ? [`${name}: holds a key that is a pattern, not random`] : [];
  });

/** Whether 64 hex digits repeat their first half or less, have few different digits, or count up or down byte by byte. */
function isPattern(key: string): boolean {
  // A text repeats its first n characters exactly when the text after them is a prefix of the whole.
  const repeats = Array.from({ length: key.length / 2 }, (_, i) => i + 1).some((n) => key.startsWith(key.slice(n)));
  const bytes = Buffer.from(key, 'hex');
  const step = (bytes[1] ?? 0) - (bytes[0] ?? 0);
  const counts = bytes.every((byte, i) => i === 0 || ((byte - (bytes[i - 1] ?? 0) - step) & 0xff) === 0);
  return repeats || counts || new Set(key).size < DIGITS_MIN;
}
