import type { Random } from '@jeongsan/fuzz';

type Owner = Record<string, unknown>;

/** A copy of an answer with one thing as the documents do not show it: a member removed, added, null, or of another form. */
export function widened(answer: unknown, random: Random): unknown {
  const copy = structuredClone({ answer });
  const { owner, key } = random.pick(placesIn(copy));
  const change = random.pick(changes);
  change(owner, key, random);
  return copy.answer;
}

function placesIn(value: unknown): { owner: Owner; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const owner = value as Owner;
  return Object.keys(owner).flatMap((key) => [{ owner, key }, ...placesIn(owner[key])]);
}

type Change = (owner: Owner, key: string, random: Random) => void;
const changes: readonly Change[] = [
  (owner, key) => (Array.isArray(owner) ? owner.splice(Number(key), 1) : delete owner[key]),
  (owner, key) => (owner[key] = null),
  (owner) => (Array.isArray(owner) ? owner.push(null) : (owner['memberNeverSeen'] = { of: ['any', 1, null] })),
  (owner, key, random) => (owner[key] = random.pick(otherForms(owner[key]))),
  (owner, key, random) => (owner[key] = random.pick(otherForms(owner[key]))),
];

/** Other forms of a value: words never seen, numbers as text and texts as numbers, decimals, other forms of times. */
function otherForms(value: unknown): readonly unknown[] {
  if (typeof value === 'string')
    return [
      ...['WORD_NEVER_SEEN', 'toString', '', `${value}${'가'.repeat(3_000)}`, value.toLowerCase(), 12_345, [value]],
      ...(/^\d{4}-\d\d-\d\dT/.test(value)
        ? [value.slice(0, 19), `${value.slice(0, 19)}.123456789+09:00`, value.replace('T', ' '), '2026-13-45T10:00:00']
        : []),
      ...(/^\d+$/.test(value) ? [Number(value), `${value}.0`, `${value}.5`, `-${value}`] : []),
    ];
  if (typeof value === 'number') return [String(value), `${value}.0`, value + 0.5, value + 0.001, -value, `${value}원`];
  if (typeof value === 'boolean') return [!value, 'Y', Number(value)];
  if (Array.isArray(value)) return [{}, '', [...(value as unknown[]), null], { items: value as unknown[] }];
  return [[], 'text', {}, [value], 0, true];
}
