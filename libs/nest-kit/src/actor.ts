/**
 * Who did something, as stored in every record. Each kind has its own prefix, so a person whose subject equals the id of a key
 * is not confused with that key.
 * `earlier:` marks actors of records older than the prefixes: key or person, not known. Values are made only in this file.
 * Decision record 22 says how people are told apart.
 */
export type Actor = `${'key' | 'person' | 'system' | 'earlier'}:${string}`;

/** Actors of the platform itself. Keys and people cannot have these names: see RESERVED. */
export const systemActors = {
  scheduler: 'system:payout-scheduler',
  ingestor: 'system:webhook-ingestor',
  /** Approves runs within the limit that is configured for self-approval. */
  policy: 'system:policy:self-approval',
  releaseDate: 'system:policy:release-date',
  mended: 'system:policy:mended',
  reissue: 'system:policy:reissue',
  taxInvoiceGate: 'system:tax-invoice-gate',
} as const satisfies Record<string, Actor>;

const NAME_CHARACTERS_MAX = 200;
const RESERVED = /^(system|key|person|earlier|policy|schedule|scheduler|guard|payout-scheduler|tax-invoice-gate)($|:)/;
// Invisible characters (control and format characters, fillers, the empty braille pattern) would let one visible name stand for
// two people.
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The actor for a person named by a token claim; null: a name that personName refuses. */
export function personActor(claimed: string): Actor | null {
  const name = personName(claimed);
  return name === null ? null : `person:${name}`;
}

/**
 * Brings a name to one spelling: NFKC, lower case, no outer white space, single inner spaces. To count two people as one costs
 * one click of a colleague; to count one person as two lets that person approve alone.
 * Null: empty, too long, reserved, or with invisible characters.
 */
export function personName(claimed: string): string | null {
  if (INVISIBLE.test(claimed)) return null;
  const folded = claimed.normalize('NFKC').toLowerCase().normalize('NFKC').trim().replace(/\s+/g, ' ');
  const isName = folded !== '' && folded.length <= NAME_CHARACTERS_MAX;
  return isName && !INVISIBLE.test(folded) && !RESERVED.test(folded) ? folded : null;
}

/** Whether an API key may have this id: letters, digits, . _ - @, and no reserved name. */
export const isKeyId = (id: string): boolean => /^[A-Za-z0-9][\w.@-]*$/.test(id) && !RESERVED.test(id.toLowerCase());
export const keyActor = (id: string): Actor => `key:${id}`;

export const isPerson = (actor: Actor): boolean => actor.startsWith('person:');
export const isSystem = (actor: Actor): boolean => actor.startsWith('system:');
