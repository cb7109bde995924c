import type { DatabaseService } from './logins.js';

// prettier-ignore
/** What a service may do with a table. No level holds `truncate`, `references` or `trigger`. */
export const levels = {
  none:   [],
  read:   ['select'],
  add:    ['select', 'insert'],
  change: ['select', 'insert', 'update'],
  all:    ['select', 'insert', 'update', 'delete'],
} as const;

/** `unsealed`: every column may be read but those that hold something sealed (`…_sealed`). A list: these columns may be read. */
export type Access = keyof typeof levels | 'unsealed' | readonly string[];

export type ServiceGrants = Readonly<{
  /** By `schema.table`; `schema.*` stands for the tables of the schema that have no line of their own. */
  tables: Readonly<Record<string, Access>>;
  /** By `schema.function`, or `schema.*`. */
  functions: readonly string[];
}>;

/** Jobs, events, answers and schedules: the machinery that every service runs. The controlled clock is set by rehearsals only. */
const everyService = {
  'public.schema_migration': 'read',
  'messaging.*': 'change',
  'messaging.clock': 'read',
  'messaging.erasure': 'add',
  'messaging.event': 'add',
  'messaging.idempotency': 'all',
  'messaging.outbox': 'all',
  'messaging.revival': 'add',
  'payouts.holiday_override': 'read',
} satisfies Record<string, Access>;

/** An event is delivered to the endpoints that subscribed to it; their addresses and secrets are the ingestor's. */
const emits = { 'webhooks.endpoint': ['enabled', 'event_types'] } satisfies Record<string, Access>;

/** Whoever posts does so through these: they run with the rights of the ledger's owner, and only ever add. */
const posts = ['post', 'post_one', 'open_accounts', 'lock_balances', 'lock_accounts'].map((name) => `ledger.${name}`);

/** Records that are added to and never changed. */
const decided = Object.fromEntries(
  ['dispatch_decision', 'run_decision', 'run_override', 'payout_override', 'reserve_release', 'absent_listing']
    .concat(['line_adjustment', 'statement_line', 'holiday_override'])
    .map((table) => [`payouts.${table}`, 'add'] as const),
);

// prettier-ignore
/**
 * Every right of every service. It is given anew after each migration, and what is not here is taken away. A new table of a schema
 * that a service owns (`schema.*`) needs no line; a service that reads another one's table does.
 */
export const grants = {
  'payments-gateway': {
    tables: {
      ...everyService,
      ...emits,
      'gateway.*':               'change',
      'gateway.cancel_line':     'all',
      'onboarding.seller':       'unsealed',
      'payouts.commission_rule': 'read',
      'payouts.matured_line':    'read',
      'payouts.seller_terms':    'read',
    },
    functions: ['messaging.*', 'gateway.*', ...posts],
  },
  'webhook-ingestor': {
    tables: {
      ...everyService,
      'webhooks.*':        'change',
      'webhooks.delivery': 'all',
      'webhooks.inbox':    'all',
      'webhooks.look':     'all',
      'gateway.payment':   ['payment_key'],
    },
    functions: ['messaging.*', 'webhooks.*'],
  },
  'settlement-reconciler': {
    tables: {
      ...everyService,
      ...emits,
      'reconciliation.*':  'change',
      'gateway.cancel':    'read',
      'gateway.payment':   'read',
      'payouts.batch':   'read',
      'payouts.payout':    'read',
      'ledger.*':          'read',
      'ledger.checkpoint': 'change',
      'ledger.seal':       'add',
    },
    functions: ['messaging.*', 'reconciliation.*', ...posts],
  },
  'payout-scheduler': {
    tables: {
      ...everyService,
      ...emits,
      'payouts.*':                  'change',
      'payouts.run':                'all',
      ...decided,
      'gateway.*':                  'read',
      'ledger.*':                   'read',
      'onboarding.seller':          'unsealed',
      'reconciliation.settlement':  'read',
    },
    functions: ['messaging.*', 'payouts.*', 'ledger.balance_at', ...posts],
  },
  'seller-onboarding': {
    tables: {
      ...everyService,
      ...emits,
      'onboarding.*':  'change',
      'payouts.payout': 'read',
    },
    functions: ['messaging.*', 'onboarding.*'],
  },
} satisfies Record<DatabaseService, ServiceGrants>;
