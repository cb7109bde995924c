/**
 * What waits for a person although no job of it is dead. `subject` names it, as `kind/id`; `text` is for operators, in both
 * languages. Shown in the backlog.
 */
export type WaitingForPerson = Readonly<{
  subject: string;
  reason: string;
  text: Readonly<{ ko: string; en: string }>;
  since: Date | null;
}>;

export type WaitingSource = () => Promise<readonly WaitingForPerson[]>;

/** Provider token: any module may provide a WaitingSource under it; GET /operations/backlog asks all of them. */
export const WAITING = Symbol('waiting');
