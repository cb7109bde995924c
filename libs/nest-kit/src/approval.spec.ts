import type { Actor } from './actor.js';
import {
  assertMayAsk,
  assertMayDecide,
  assertMayRelease,
  decisionCodes,
  limitOf,
  type ApprovalRules,
  type DecisionKind,
} from './approval.js';
import type { Caller } from './caller.js';

const limits = {
  roles: { approver: 100_000_000n, admin: null },
  operators: { lee: 2_000_000_000n, park: 0n },
};
const person = (id: string, roles: Caller['roles'], signedInSecondsAgo?: number): Caller => ({
  actor: `person:${id}`,
  credential: 'https://id.market.example#session',
  roles,
  ...(signedInSecondsAgo !== undefined && { signedInSecondsAgo }),
});

// prettier-ignore
test.each<[string, Caller, ApprovalRules['limits'], bigint | null]>([
  ['nobody is limited',                  person('kim', ['approver']),             null,                                  null],
  ['the role limits',                    person('kim', ['approver']),             limits,                                100_000_000n],
  ['the most generous role counts',      person('kim', ['approver', 'admin']),    limits,                                null],
  ['a role that may not approve adds nothing', person('kim', ['operator', 'approver']), { roles: { operator: null, approver: 5n }, operators: {} }, 5n],
  ["a person's own limit comes first",   person('lee', ['approver']),             limits,                                2_000_000_000n],
  ['even when it is lower',              person('park', ['admin']),               limits,                                0n],
  ['who is named nowhere approves nothing', person('kim', ['approver']),          { roles: { admin: null }, operators: {} }, 0n],
  ['a name that every object has is nobody', person('constructor', ['approver']), limits,                                100_000_000n],
])('%s', (_, caller, given, limit) => {
  expect(limitOf(caller, given)).toBe(limit);
});

const rules: ApprovalRules = { limits, reauthThreshold: 50_000_000n, reauthSeconds: 900 };
const key: Caller = { actor: 'key:robot', credential: 'key:robot', roles: ['admin'] };

// prettier-ignore
test.each<[bigint, string, Caller, string | null]>([
  [          1n, 'a key, however small',                    key,                                  'RUN_SECOND_PERSON_REQUIRED'],
  [ 50_000_000n, 'a person who signed in yesterday',        person('kim', ['approver'], 86_400),  null],
  [ 50_000_001n, 'the same, above the threshold',           person('kim', ['approver'], 86_400),  'RUN_REAUTHENTICATION_REQUIRED'],
  [ 50_000_001n, 'a token that does not say',               person('kim', ['approver']),          'RUN_REAUTHENTICATION_REQUIRED'],
  [ 50_000_001n, 'fifteen minutes ago',                     person('kim', ['approver'], 900),     null],
  [ 50_000_001n, 'a second more',                           person('kim', ['approver'], 901),     'RUN_REAUTHENTICATION_REQUIRED'],
  [100_000_000n, 'at the limit of the role',                person('kim', ['approver'], 1),       null],
  [100_000_001n, 'above it, however freshly signed in',     person('kim', ['approver'], 1),       'RUN_LIMIT_EXCEEDED'],
  [          1n, 'a person whose limit is nothing',         person('park', ['approver'], 1),      'RUN_LIMIT_EXCEEDED'],
])('a run of %d won, approved by %s', (total, _, caller, code) => {
  const approve = () => assertMayDecide(caller, { kind: 'run', subject: 'Run r', amount: total, askedBy: ['system:payout-scheduler'] }, rules);
  if (code === null) expect(approve).not.toThrow();
  else expect(approve).toThrow(expect.objectContaining({ code, status: 403 }) as Error);
});

const kinds = Object.keys(decisionCodes) as DecisionKind[];
const refusalOf = (act: () => void): string | null => {
  try {
    act();
    return null;
  } catch (error) {
    expect(error).toMatchObject({ status: 403 });
    return (error as { code: string }).code;
  }
};
const fresh = person('kim', ['approver'], 1);

// prettier-ignore
test.each<[string, Caller, readonly Actor[], bigint | null, 'person' | 'limit' | 'signIn' | null]>([
  ['another person',                         fresh,                             ['person:lee'],                    1n, null],
  ['a person, of what the schedule drafted', fresh,                             ['system:payout-scheduler'],       1n, null],
  ['who asked',                              fresh,                             ['person:kim'],                    1n, 'person'],
  ['one of those who had a say',             fresh,                             ['person:lee', 'person:kim'],      1n, 'person'],
  ['a person, of what a key asked for',      fresh,                             ['key:kim'],                       1n, 'person'],
  ['a person, of what nobody knows who asked', fresh,                           ['earlier:lee'],                   1n, 'person'],
  ['a key',                                  key,                               ['person:lee'],                    1n, 'person'],
  ['a key of the same id as who asked',      { ...key, actor: 'key:lee' },      ['person:lee'],                    1n, 'person'],
  ['somebody above the limit',               fresh,                             ['person:lee'],          100_000_001n, 'limit'],
  ['somebody limited, where no sum is',      fresh,                             ['person:lee'],                  null, 'limit'],
  ['somebody unlimited, where no sum is',    person('oh', ['admin'], 1),        ['person:lee'],                  null, null],
  ['the same, signed in yesterday',          person('oh', ['admin'], 86_400),   ['person:lee'],                  null, 'signIn'],
  ['somebody signed in yesterday',           person('kim', ['approver'], 86_400), ['person:lee'],         50_000_001n, 'signIn'],
])('every kind of decision, decided by %s', (_, caller, askedBy, amount, reason) => {
  for (const kind of kinds) {
    const code = refusalOf(() => assertMayDecide(caller, { kind, subject: 'It', amount, askedBy }, rules));
    expect([kind, code]).toEqual([kind, reason === null ? null : decisionCodes[kind][reason]]);
  }
});

test('what two people decide is asked for by a person, and sending goes on by a person', () => {
  for (const kind of kinds) {
    expect(refusalOf(() => assertMayAsk(key, kind))).toBe(decisionCodes[kind].person);
    expect(refusalOf(() => assertMayAsk(fresh, kind))).toBeNull();
  }
  expect(refusalOf(() => assertMayRelease(key, 1n, rules))).toBe('PERSON_REQUIRED');
  expect(refusalOf(() => assertMayRelease(person('kim', ['approver']), 50_000_001n, rules))).toBe(
    'DISPATCH_REAUTHENTICATION_REQUIRED',
  );
  // More than everyone's limit: dispatch needs no limit, since each payout was approved before.
  expect(refusalOf(() => assertMayRelease(fresh, 10n ** 12n, rules))).toBeNull();
});
