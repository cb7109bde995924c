import { mayDo, roles, roleScopes, scopes } from './roles.js';

test('nobody but an administrator can both operate and approve payout runs', () => {
  const both = roles.filter((role) => mayDo([role], 'payouts:operate') && mayDo([role], 'payouts:approve'));
  expect(both).toEqual(['admin']);
});

test.each(['viewer', 'auditor'] as const)('a %s changes nothing', (role) => {
  expect(roleScopes[role].filter((scope) => !scope.endsWith(':read'))).toEqual([]);
});

test('every scope is held by some role other than administrator', () => {
  const held = roles.filter((role) => role !== 'admin');
  expect(scopes.filter((scope) => !mayDo(held, scope))).toEqual([]);
});

test.each(roles)('a %s may read who it is', (role) => {
  expect(mayDo([role], 'self:read')).toBe(true);
});

test('a scope that does not exist is held by nobody', () => {
  expect(mayDo(roles, 'payouts:everything')).toBe(false);
});
