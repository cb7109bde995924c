import type { UseQueryOptions } from '@tanstack/react-query';
import type { InputOf, ItemOf, ListName, Name } from '../../api/names.js';
import { readOf } from '../../api/reads.js';
import type { Values } from '../../blocks/action-button/action.js';
import type { Place } from '../../layout/places.js';
import type { Language } from '../../texts/language.js';
import type { WireWon } from '../../texts/amounts.js';
import type { Word } from '../../texts/words.js';
import type { About } from './about.js';

/** An operation that decides a proposal, with its input; `asks`: it takes a reason. */
export type Verdict<N extends Name = Name> = Readonly<{
  operation: N;
  input: (values: Values) => InputOf<N>;
  asks?: 'reason';
}>;
export const verdict = <N extends Name>(of: Verdict<N>): Verdict => of;

/** What a proposal is about, in a language. */
export const saidIn = ({ about }: Pick<Proposal, 'about'>, language: Language): string =>
  typeof about === 'string' ? about : about(language);

/** Something that waits for a second person. */
export type Proposal = Readonly<{
  id: string;
  kind: Kind;
  by: string;
  at: string;
  won: WireWon | null;
  about: string | About;
  place: Place;
  approve: Verdict;
  reject: Verdict;
}>;

/** One kind of proposal: where its list is read, and how an item of it is decided. */
export type Kind = Readonly<{
  key: string;
  word: Word;
  /** The name of the decision in the limits of `GET /me`. */
  decision: string;
  needs: Name;
  read: UseQueryOptions;
  proposalsIn: (data: unknown) => readonly Proposal[];
}>;

export const LISTED = 100;

type Of<N extends ListName> = Readonly<{
  key: string;
  word: Word;
  decision: string;
  list: N;
  query: NonNullable<InputOf<N>> extends { query?: infer Q } ? Q : never;
  /** Undefined: no decision about the item is open. */
  of: (item: ItemOf<N>) => Omit<Proposal, 'kind'> | undefined;
}>;

export function kindOf<N extends ListName>({ key, word, decision, list, query, of }: Of<N>): Kind {
  const input = { query: { limit: `${LISTED}`, ...(query as object) } } as unknown as InputOf<N>;
  const kind: Kind = {
    key,
    word,
    decision,
    needs: list,
    read: readOf(list, { input, everyMs: 60_000 }) as unknown as UseQueryOptions,
    proposalsIn: (data) =>
      (data as Readonly<{ items: readonly ItemOf<N>[] }>).items.flatMap((item) => {
        const proposal = of(item);
        return proposal === undefined ? [] : [{ ...proposal, kind }];
      }),
  };
  return kind;
}
