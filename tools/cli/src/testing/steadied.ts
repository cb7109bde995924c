/** Replaces what differs from run to run by texts of the same length, so that columns stay where they are. */
export type Steady = (text: string) => string;

/** A kind of text that differs: the first one found is number 1, and every repeat of it has the same number. */
type Kind = Readonly<{ pattern: RegExp; named: (found: string, number: number) => string }>;

const numbered = (prefix: string) => (found: string, number: number) =>
  `${prefix}${String(number).padStart(found.length - prefix.length, '0')}`;

// prettier-ignore
const kinds: readonly Kind[] = [
  // Before the key of a proof, as long as which a secret's first part can be.
  { pattern: /\bwhsec_[\w+/]{40,}=*/g,         named: numbered('whsec_') },
  { pattern: /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, named: (_, number) => `00000000-0000-0000-0000-${String(number).padStart(12, '0')}` },
  { pattern: /\bjeongsan\d{14}\w{5}\b/g,       named: numbered('jeongsan') },
  { pattern: /\bseller_a\w{20,30}\b/g,            named: numbered('seller_a') },
  { pattern: /\btxrd_a\w{20,30}\b/g,              named: numbered('txrd_a') },
  { pattern: /\bpayout_a\w{20,30}\b/g,            named: numbered('payout_a') },
  { pattern: /\bwhtrans_a\w{20,30}\b/g,           named: numbered('whtrans_a') },
  { pattern: /\bFPA_?\w{20,}\b/g,              named: numbered('FPA') },
  { pattern: /\b[0-9a-f]{64}\b/g,              named: numbered('hash') },
  // The key and the signature of a proof, in Base64.
  { pattern: /(?<![\w-])[\w-]{43}(?![\w-])/g, named: numbered('key') },
  { pattern: /(?<![\w-])[\w-]{86}(?![\w-])/g, named: numbered('signature') },
];

const WORLD_DAYS = /^2026-0[56]-/;

/** Instants of the controlled clock keep their hour; those of the machine's clock become one instant of long ago. */
function steadyInstant(found: string): string {
  if (!WORLD_DAYS.test(found))
    return found.replace(/^\d{4}-\d\d-\d\d([ T])\d\d:\d\d:\d\d/, '2000-01-01$100:00:00').replace(/\.\d+/, '.000');
  return found.replace(/:\d\d:\d\d/, ':00:00').replace(/\.\d+/, '.000');
}

/** One function for a whole transcript: numbers go on from command to command. */
export function steady(door: string): Steady {
  const seen = new Map<string, string>();
  const counts = new Map<Kind, number>();
  return (text) => {
    let steadied = text
      // CSV ends its lines with both characters; editors and git do not keep them in a text file.
      .replaceAll('\r\n', '\n')
      .replaceAll(door, 'http://door')
      // CSV marks a text that a spreadsheet would take for a formula: one in 64 of these begins with a hyphen.
      .replaceAll(/"'(?=-[\w-]{42}(?:[\w-]{43})?")/g, '"')
      // Port 1, at which nobody listens, is the same in every run.
      .replaceAll(/http:\/\/127\.0\.0\.1:\d{2,}/g, 'http://127.0.0.1:PORT')
      .replaceAll(/(trace |"traceId":")\w+/g, '$1TRACE')
      // How far the machine's clock is from the door's, as table, JSON and CSV.
      .replaceAll(/(clock +ok +|"detail": "|"clock","ok",")-?\d+ s\b/g, '$10 s')
      .replaceAll(/(secondsAgo"?:? *)\d+/g, '$10')
      .replaceAll(/\b20\d\d-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?/g, steadyInstant)
      // The age of a sign-in follows its time in CSV.
      .replaceAll(/("2000-01-01T00:00:00\.000Z",)\d+/g, '$10');
    for (const kind of kinds)
      steadied = steadied.replaceAll(kind.pattern, (found) => {
        const known = seen.get(found);
        if (known !== undefined) return known;
        const number = (counts.get(kind) ?? 0) + 1;
        counts.set(kind, number);
        seen.set(found, kind.named(found, number));
        return seen.get(found) ?? found;
      });
    return steadied;
  };
}
