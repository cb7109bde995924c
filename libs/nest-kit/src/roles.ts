/** Who a caller can be: the market's servers, or a person by what it is trusted with. */
export const roles = ['market', 'viewer', 'operator', 'approver', 'admin'] as const;
export type Role = (typeof roles)[number];

export const scopes = [
  'orders:write',
  'payments:write',
  'payments:read',
  'sellers:write',
  'sellers:read',
  'terms:write',
  'payouts:read',
  'payouts:operate',
  'payouts:approve',
  'payouts:halt',
  'reconciliation:read',
  'webhooks:manage',
  'operations:read',
  'personal-data:erase',
] as const;
export type Scope = (typeof scopes)[number];

const readable = ['payments:read', 'sellers:read', 'payouts:read', 'reconciliation:read', 'operations:read'] as const;

/** What each role may do. Operating and approving a payout run are two roles, so that two people are needed. */
export const roleScopes = {
  market: [
    'orders:write',
    'payments:write',
    'payments:read',
    'sellers:write',
    'sellers:read',
    'payouts:read',
    'webhooks:manage',
  ],
  viewer: readable,
  operator: [
    ...readable,
    'payments:write',
    'sellers:write',
    'terms:write',
    'payouts:operate',
    'payouts:halt',
    'webhooks:manage',
    'personal-data:erase',
  ],
  // Stopping is easy: whoever decides about payouts may. Going on is not.
  approver: [...readable, 'payouts:approve', 'payouts:halt'],
  admin: scopes,
} as const satisfies Record<Role, readonly Scope[]>;

/** Whether any of the roles carries the scope. */
export const mayDo = (held: readonly Role[], scope: string): boolean =>
  held.some((role) => (roleScopes[role] as readonly string[]).includes(scope));
