/** Roles of callers: `market` for the market's servers, the others for people. */
export const roles = ['market', 'viewer', 'operator', 'approver', 'auditor', 'admin'] as const;
export type Role = (typeof roles)[number];

export const scopes = [
  // Every role has it: what the endpoint answers depends on the caller's other scopes.
  'self:read',
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
  'reconciliation:resolve',
  'webhooks:manage',
  'operations:read',
  'personal-data:erase',
  'audit:read',
] as const;
export type Scope = (typeof scopes)[number];

const readable = [
  'self:read',
  'payments:read',
  'sellers:read',
  'payouts:read',
  'reconciliation:read',
  'operations:read',
] as const;

/** The scopes of each role. `operator` and `approver` are separate, so that a payout run needs two people. */
export const roleScopes = {
  market: [
    'self:read',
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
    'reconciliation:resolve',
    'webhooks:manage',
    'personal-data:erase',
  ],
  // Everyone who approves payouts may also stop sending; to resume sending is a separate, harder decision.
  approver: [...readable, 'payouts:approve', 'payouts:halt', 'audit:read'],
  // Reads everything, the decisions of people included, and changes nothing.
  auditor: [...readable, 'audit:read'],
  admin: scopes,
} as const satisfies Record<Role, readonly Scope[]>;

/** Whether any of the roles has the scope. */
export const mayDo = (held: readonly Role[], scope: string): boolean =>
  held.some((role) => (roleScopes[role] as readonly string[]).includes(scope));
