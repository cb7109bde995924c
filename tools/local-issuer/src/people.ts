/** A person who can sign in here: in both languages, the name and what the person does, and the roles of the tokens. */
export type PersonHere = Readonly<{
  korean: readonly [name: string, does: string];
  english: readonly [name: string, does: string];
  roles: readonly string[];
}>;

// prettier-ignore
/** The people of a platform on one machine, by the subject of their tokens. Two approvers: some decisions need a second person. */
export const people = {
  viewer:    { korean: ['열람자', '읽기만 합니다'],                      english: ['Viewer', 'reads, changes nothing'],                     roles: ['viewer'] },
  operator:  { korean: ['운영자', '조건, 보류, 차이, 지급을 다룹니다'],    english: ['Operator', 'runs the day: terms, holds, breaks, runs'], roles: ['operator'] },
  approver:  { korean: ['승인자', '지급과 결정을 승인합니다'],             english: ['Approver', 'approves payout runs and decisions'],       roles: ['approver'] },
  approver2: { korean: ['두 번째 승인자', '결정의 두 번째 사람입니다'],     english: ['Second approver', 'the second person of a decision'],   roles: ['approver'] },
  auditor:   { korean: ['감사인', '결정을 포함해 모두 읽습니다'],          english: ['Auditor', 'reads everything, the decisions included'],  roles: ['auditor'] },
  admin:     { korean: ['관리자', '한 사람이 할 수 있는 모든 일을 합니다'], english: ['Admin', 'may do everything that one person may'],       roles: ['admin'] },
} as const satisfies Record<string, PersonHere>;

export type PersonId = keyof typeof people;

/** The person of a subject; undefined for a name that is not in the table. */
export const personOf = (subject: string): PersonHere | undefined =>
  Object.hasOwn(people, subject) ? people[subject as PersonId] : undefined;
