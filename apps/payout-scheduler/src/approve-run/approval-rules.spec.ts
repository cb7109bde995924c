import type { Caller } from '@jeongsan/nest-kit';
import { assertMayApprove, limitOf, type ApprovalRules } from './approval-rules.js';

const limits = {
  roles: { approver: 100_000_000n, admin: null },
  operators: { lee: 2_000_000_000n, park: 0n },
};
const person = (id: string, roles: Caller['roles'], signedInSecondsAgo?: number): Caller => ({
  id,
  roles,
  kind: 'operator',
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
const key: Caller = { id: 'robot', roles: ['admin'], kind: 'key' };

// prettier-ignore
test.each<[bigint, string, Caller, string | null]>([
  [ 50_000_000n, 'a key, at the threshold',                 key,                                  null],
  [ 50_000_001n, 'a key, above it',                         key,                                  'RUN_REAUTHENTICATION_REQUIRED'],
  [ 50_000_000n, 'a person who signed in yesterday',        person('kim', ['approver'], 86_400),  null],
  [ 50_000_001n, 'the same, above the threshold',           person('kim', ['approver'], 86_400),  'RUN_REAUTHENTICATION_REQUIRED'],
  [ 50_000_001n, 'a token that does not say',               person('kim', ['approver']),          'RUN_REAUTHENTICATION_REQUIRED'],
  [ 50_000_001n, 'fifteen minutes ago',                     person('kim', ['approver'], 900),     null],
  [ 50_000_001n, 'a second more',                           person('kim', ['approver'], 901),     'RUN_REAUTHENTICATION_REQUIRED'],
  [100_000_000n, 'at the limit of the role',                person('kim', ['approver'], 1),       null],
  [100_000_001n, 'above it, however freshly signed in',     person('kim', ['approver'], 1),       'RUN_LIMIT_EXCEEDED'],
  [          1n, 'a person whose limit is nothing',         person('park', ['approver'], 1),      'RUN_LIMIT_EXCEEDED'],
])('a run of %d won, approved by %s', (total, _, caller, code) => {
  const approve = () => assertMayApprove('r', total, caller, rules);
  if (code === null) expect(approve).not.toThrow();
  else expect(approve).toThrow(expect.objectContaining({ code, status: 403 }) as Error);
});
