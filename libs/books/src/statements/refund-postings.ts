import { refundTemplates } from '@jeongsan/ledger';

/** The posting templates whose lines are in gateway.cancel_line, as an SQL list. */
export const REFUNDS = `(${refundTemplates.map((name) => `'${name}'`).join(', ')})`;

/** The keys that the posting of a cancel can have, as an SQL list; `id` is SQL for the id of a gateway.cancel. */
export const refundKeys = (id: string): string =>
  `(${refundTemplates.map((name) => `'${name}/' || ${id}`).join(', ')})`;
