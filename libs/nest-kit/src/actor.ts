/**
 * Who did something, as every record keeps it. Each kind has a namespace of its own, so that a person whose subject equals a key's id
 * is not that key. `earlier:` stands before what was written down before there were namespaces: whether a key or a person did it is
 * not known. Made here only; decision record 22 says how people are told apart.
 */
export type Actor = `${'key' | 'person' | 'system' | 'earlier'}:${string}`;

/** What acts by itself. Nobody else can be called so. */
export const systemActors = {
  scheduler: 'system:payout-scheduler',
  /** Approves what its setting allows. */
  policy: 'system:policy:self-approval',
  releaseDate: 'system:policy:release-date',
  mended: 'system:policy:mended',
  taxInvoiceGate: 'system:tax-invoice-gate',
} as const satisfies Record<string, Actor>;

const NAME_CHARACTERS_MAX = 200;
const RESERVED = /^(system|key|person|earlier|policy|schedule|scheduler|guard|payout-scheduler|tax-invoice-gate)($|:)/;
// What no eye can see (control and format characters, fillers, the empty braille pattern) makes two names of what reads as one.
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A person, by what its token says of it; null when nobody can be called so. */
export function personActor(claimed: string): Actor | null {
  const name = personName(claimed);
  return name === null ? null : `person:${name}`;
}

/**
 * One spelling of a name: compatibility forms made equal (NFKC), white space at its ends gone and within it one space, and no
 * difference between upper and lower case: to count two people as one costs a colleague's click, to count one as two costs money.
 * Null for what is empty, too long, reserved, or holds anything invisible.
 */
export function personName(claimed: string): string | null {
  if (INVISIBLE.test(claimed)) return null;
  const folded = claimed.normalize('NFKC').toLowerCase().normalize('NFKC').trim().replace(/\s+/g, ' ');
  const isName = folded !== '' && folded.length <= NAME_CHARACTERS_MAX;
  return isName && !INVISIBLE.test(folded) && !RESERVED.test(folded) ? folded : null;
}

/** Ids that an API key may have: plain, and no name of ours. */
export const isKeyId = (id: string): boolean => /^[A-Za-z0-9][\w.@-]*$/.test(id) && !RESERVED.test(id.toLowerCase());
export const keyActor = (id: string): Actor => `key:${id}`;

export const isPerson = (actor: Actor): boolean => actor.startsWith('person:');
export const isSystem = (actor: Actor): boolean => actor.startsWith('system:');
