/** A person who can sign in here: the name for the eye in both languages, and the roles of the tokens. */
export type PersonHere = Readonly<{ korean: string; english: string; does: string; roles: readonly string[] }>;

// prettier-ignore
/** The people of a platform on one machine, by the subject of their tokens. Two approvers: some decisions need a second person. */
export const people = {
  viewer:    { korean: '열람자',      english: 'Viewer',          does: 'reads, changes nothing',                      roles: ['viewer'] },
  operator:  { korean: '운영자',      english: 'Operator',        does: 'runs the day: terms, holds, breaks, runs',    roles: ['operator'] },
  approver:  { korean: '승인자',      english: 'Approver',        does: 'approves payout runs and decisions',          roles: ['approver'] },
  approver2: { korean: '두 번째 승인자', english: 'Second approver', does: 'the second person of a decision',             roles: ['approver'] },
  auditor:   { korean: '감사인',      english: 'Auditor',         does: 'reads everything, the decisions included',    roles: ['auditor'] },
  admin:     { korean: '관리자',      english: 'Admin',           does: 'may do everything that one person may',       roles: ['admin'] },
} as const satisfies Record<string, PersonHere>;

export type PersonId = keyof typeof people;

/** The person of a subject; undefined for a name that is not in the table. */
export const personOf = (subject: string): PersonHere | undefined =>
  Object.hasOwn(people, subject) ? people[subject as PersonId] : undefined;
