/** What was planted, by the name that SECURITY.md calls it. */
export type Canaries = Readonly<Record<string, readonly string[]>>;

/** Where something is looked for: named as SECURITY.md names it, with all that stands there. */
export type Haystack = Readonly<{ place: string; content: string | Buffer }>;

const ENCODED = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
const HEX = /(?:\\x)?((?:[0-9a-f]{2}){12,})/gi;
const ESCAPED = /\\u([0-9a-f]{4})/gi;
const DEPTH_MAX = 2;

/** Every place in which a canary stands in clear, as `place: what`. Base64, hex, escapes, URL encoding and UTF-16 are clear, too. */
export function findCanaries(haystacks: Iterable<Haystack>, canaries: Canaries): Set<string> {
  const found = new Set<string>();
  for (const { place, content } of haystacks) {
    const text = readings(content).join('\n');
    for (const [what, values] of Object.entries(canaries)) {
      if (values.some((value) => text.includes(value))) found.add(`${place}: ${what}`);
    }
  }
  return found;
}

/** A text as it stands, and as somebody who decodes what looks encoded would read it. */
function readings(content: string | Buffer, depth = 0): string[] {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content);
  const text = bytes.toString('utf8');
  const wide = [bytes, bytes.subarray(1)].map((half) => half.toString('utf16le'));
  const unescaped = text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const own = [text, ...wide, unescaped, decodeUrl(text)];
  if (depth === DEPTH_MAX) return own;
  const inner = [
    ...Array.from(text.matchAll(HEX), ([, digits = '']) => Buffer.from(digits, 'hex')),
    ...Array.from(text.matchAll(ENCODED), ([run]) => Buffer.from(run, 'base64')),
  ];
  return [...own, ...inner.flatMap((decoded) => readings(decoded, depth + 1))];
}

const decodeUrl = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
