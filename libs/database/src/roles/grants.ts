import type { DatabaseService } from './logins.js';

// prettier-ignore
/** Rights on a table by level. No level includes `truncate`, `references` or `trigger`. */
export const levels = {
  none:   [],
  read:   ['select'],
  add:    ['select', 'insert'],
  change: ['select', 'insert', 'update'],
  all:    ['select', 'insert', 'update', 'delete'],
} as const;

/** `unsealed`: all columns may be read except encrypted ones (`…_sealed`). A list: only these columns may be read. */
export type Access = keyof typeof levels | 'unsealed' | readonly string[];

export type ServiceGrants = Readonly<{
  /** Access by `schema.table`. `schema.*` applies to tables of the schema without a line of their own. */
  tables: Readonly<Record<string, Access>>;
  /** Executable functions as `schema.function` or `schema.*`. */
  functions: readonly string[];
}>;

/** Tables that every service uses: jobs, events, stored answers and schedules. Only rehearsals set the controlled clock. */
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

/**
 * Emitting an event reads which endpoints subscribe to its type; addresses and secrets of endpoints are readable by
 * webhook-ingestor only.
 */
const emits = { 'webhooks.endpoint': ['enabled', 'event_types'] } satisfies Record<string, Access>;

/** The function that adds to the audit trail; only the reconciler reads it. */
const decides = ['audit.record'];

/** The functions for postings: they run with the rights of the ledger's owner, and only add rows. */
const posts = ['post', 'post_one', 'open_accounts', 'lock_balances', 'lock_accounts'].map((name) => `ledger.${name}`);

/** Balances of an instant and pages of the ledger, with the functions that they call: these run with the reader's rights. */
const readsLedger = ['balance_at', 'balance_before', 'base_month', 'account_page', 'journal_page', 'kind_of']
  .concat(['month_of', 'month_start', 'month_state', 'next_month'])
  .map((name) => `ledger.${name}`);

/** Months of the ledger: their tables are made, and the first open month is moved. */
const months = [
  'make_months',
  'open_books_from',
  'month_of',
  'month_start',
  'next_month',
  'month_state',
  'kind_of',
].map((name) => `ledger.${name}`);

/** Tables whose rows are added and never changed. */
const decided = Object.fromEntries(
  ['dispatch_decision', 'run_decision', 'run_override', 'payout_override', 'reserve_release', 'absent_listing']
    .concat([
      'line_adjustment',
      'statement_line',
      'holiday_override',
      'debt_repayment',
      'reissue_policy',
      'balance_reading',
    ])
    .map((table) => [`payouts.${table}`, 'add'] as const),
);

// prettier-ignore
/**
 * All rights of all services; applyGrants revokes every other right after each migration. A new table in a schema that a
 * service owns (`schema.*`) needs no line here; a table that another service reads does.
 */
export const grants = {
  'payments-gateway': {
    tables: {
      ...everyService,
      ...emits,
      'gateway.*':               'change',
      'gateway.cancel_allocation': 'add',
      'gateway.cancel_line':     'all',
      'gateway.order_line_tranche': 'all',
      'gateway.sold_item':       'add',
      'gateway.split':           'add',
      'onboarding.seller':       'unsealed',
      'payouts.commission_rule': 'read',
      'payouts.matured_line':    'read',
      'payouts.seller_terms':    'read',
    },
    functions: ['messaging.*', ...decides, 'gateway.*', ...posts],
  },
  'webhook-ingestor': {
    tables: {
      ...everyService,
      'webhooks.*':        'change',
      'webhooks.inbox_key': 'all',
      'webhooks.look':     'all',
      'gateway.orders':    ['order_id'],
      'gateway.payment':   ['payment_key', 'order_id', 'provider_order_id'],
      'gateway.cancel':    ['transaction_key'],
      'gateway.sold_item': ['subject', 'payment_key'],
      'payouts.payout':    ['id', 'provider_payout_id'],
    },
    functions: ['messaging.*', ...decides, 'webhooks.*'],
  },
  'settlement-reconciler': {
    tables: {
      ...everyService,
      ...emits,
      'reconciliation.*':  'change',
      'reconciliation.proof': 'add',
      'reconciliation.proof_input': 'add',
      'reconciliation.break_event':    'read',
      'reconciliation.changed_row':    'add',
      'reconciliation.page':           'add',
      'reconciliation.unreadable_row': 'add',
      'reconciliation.bank_statement': 'add',
      'reconciliation.fee_line': 'add',
      'gateway.cancel':    'read',
      'gateway.cancel_line': 'read',
      'gateway.order_line': 'read',
      'gateway.orders':    ['order_id', 'total', 'currency'],
      'gateway.payment':   'read',
      // A search finds the ids and references of all services: no names, no accounts, no addresses.
      'onboarding.seller': ['seller_id', 'ref_seller_id', 'provider_seller_id', 'state'],
      'onboarding.account_change': ['id', 'seller_id', 'state'],
      'payouts.commission_rule': ['id', 'seller_id', 'effective_from'],
      'payouts.debt_repayment': ['id', 'reference', 'seller_id', 'amount'],
      'payouts.debt_write_off': ['id', 'seller_id', 'amount', 'state'],
      'payouts.hold':      ['id', 'seller_id', 'order_id', 'released_at'],
      'payouts.parked_decision': ['id', 'payout_id', 'state'],
      'payouts.reissue':   ['id', 'payout_id', 'seller_id', 'amount', 'statement_id'],
      'payouts.reserve_hold': ['id', 'seller_id', 'amount', 'released'],
      'payouts.rule_change': ['id', 'effective_from', 'state'],
      'payouts.terms_change': ['id', 'seller_id', 'effective_from', 'state'],
      'webhooks.delivery': ['endpoint_id', 'event_id', 'state'],
      'webhooks.endpoint': ['id', 'enabled', 'event_types'],
      'payouts.batch':   'read',
      'payouts.matured_line': 'read',
      'payouts.payout':    'read',
      'payouts.run':       'read',
      'payouts.seller_adjustment': 'read',
      // Whether a seller supplies to the platform, so that reverse invoices are due.
      'payouts.seller_terms': ['seller_id', 'effective_from', 'document'],
      'payouts.statement': 'read',
      'payouts.statement_line': 'read',
      'payouts.tax_invoice': 'read',
      'ledger.*':          'read',
      'ledger.checkpoint': 'change',
      'ledger.seal':       'add',
      'ledger.verification': 'add',
      'audit.*':           'read',
      'audit.checkpoint':  'add',
    },
    functions: ['messaging.*', ...decides, 'reconciliation.*', ...readsLedger, ...months, ...posts],
  },
  'payout-scheduler': {
    tables: {
      ...everyService,
      ...emits,
      'payouts.*':                  'change',
      'payouts.statement_contact':  'all',
      'payouts.run':                'all',
      ...decided,
      'gateway.*':                  'read',
      'ledger.*':                   'read',
      'onboarding.seller':          'unsealed',
      'reconciliation.settlement':  'read',
    },
    functions: ['messaging.*', ...decides, 'payouts.*', ...readsLedger, ...posts],
  },
  'seller-onboarding': {
    tables: {
      ...everyService,
      ...emits,
      'onboarding.*':  'change',
      'payouts.payout': 'read',
    },
    functions: ['messaging.*', ...decides, 'onboarding.*'],
  },
} satisfies Record<DatabaseService, ServiceGrants>;
