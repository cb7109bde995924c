import { type Actor, isSystem } from '@jeongsan/nest-kit';

/** Who decided, and with which credential. Every Caller is one. */
export type Author = Readonly<{ actor: Actor; credential: string }>;

/** The author alone, of a caller or of another record that has one. */
export const authorOf = ({ actor, credential }: Author): Author => ({ actor, credential });

/** The platform itself, by a policy. It has no credential, so it may not stand for a key or a person. */
export function systemAuthor(actor: Actor): Author {
  if (!isSystem(actor)) throw new Error(`${actor} is not an actor of the platform: its credential is needed`);
  return { actor, credential: 'system' };
}
