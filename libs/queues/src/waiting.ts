/**
 * Work that waits for a person without a dead job, shown in the backlog. `subject`: `kind/id`; `text`: for operators, in both
 * languages.
 */
export type WaitingForPerson = Readonly<{
  subject: string;
  reason: string;
  text: Readonly<{ ko: string; en: string }>;
  since: Date | null;
}>;

export type WaitingSource = () => Promise<readonly WaitingForPerson[]>;

/** Provider token for WaitingSource, from any module: GET /operations/backlog asks all of them. */
export const WAITING = Symbol('waiting');
