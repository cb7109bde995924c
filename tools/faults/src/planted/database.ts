import type { Fault } from '../fault.js';

const closing = 'apps/payout-scheduler/src/closing/close-statements';
const beyondInt4 = { spec: `${closing}/closing-examples.int.spec.ts`, test: 'is too large for a statement' };
const jobs = { spec: 'libs/testing/src/jobs.int.spec.ts' };
const waitsForDisk = { spec: 'libs/testing/src/unsafe-settings.int.spec.ts', test: 'a transaction waits for the disk' };
const numbered = { spec: 'libs/testing/src/ledger.int.spec.ts', test: 'entries get their numbers under the locks' };

export const databaseFaults: readonly Fault[] = [
  {
    id: 'database/forgetful-pool',
    harm: 'a commit that was acknowledged is gone after a power cut',
    file: 'libs/database/src/data-source.ts',
    find: `-c jit=off`,
    replacement: `-c jit=off -c synchronous_commit=off`,
    ...waitsForDisk,
  },
  {
    id: 'database/balance-before-each-entry',
    harm: 'a page of a large account takes as many sums over its month as it has entries',
    file: 'libs/books/src/reading/account-entries.ts',
    find: `before as materialized (`,
    replacement: `before as (`,
    spec: 'apps/settlement-reconciler/src/read-ledger/read-ledger.int.spec.ts',
    test: 'the balance before a page is summed once',
  },
  {
    id: 'database/forgetful-decision',
    harm: 'a decision that was acknowledged is gone after a power cut',
    file: 'libs/database/src/outbox.ts',
    find: `  if (list.length > 0) await ENQUEUE.rows(`,
    replacement: `  await tx.query('set local synchronous_commit = off');
  if (list.length > 0) await ENQUEUE.rows(`,
    ...waitsForDisk,
  },
  {
    id: 'database/statement-number-int4',
    harm: 'no statement can be closed once the ledger has 2^31 entries',
    file: `${closing}/write-statements.ts`,
    find: 'stated_through: bigint((s) => s.statedThrough)',
    replacement: `stated_through: { ...bigint((s) => s.statedThrough), type: 'int' }`,
    ...beyondInt4,
  },
  {
    id: 'database/statement-amount-int4',
    harm: 'no statement above 2,147,483,647 won can be closed',
    file: `${closing}/write-statements.ts`,
    find: 'netted: bigint(({ closing }) => closing.debtNetted)',
    replacement: `netted: { ...bigint(({ closing }) => closing.debtNetted), type: 'int' }`,
    ...beyondInt4,
  },
  {
    id: 'database/tax-int4',
    harm: 'no statement with more tax than 2,147,483,647 won in a year can be closed',
    file: `${closing}/write-statements.ts`,
    find: 'withheld_to_date: bigint(({ closing }) => closing.soFar.withheld)',
    replacement: `withheld_to_date: { ...bigint(({ closing }) => closing.soFar.withheld), type: 'int' }`,
    ...beyondInt4,
  },
  {
    id: 'database/reserve-int4',
    harm: 'no reserve above 2,147,483,647 won can be kept',
    file: `${closing}/write-statements.ts`,
    find: 'amount: bigint((s) => s.closing.reserveHeld)',
    replacement: `amount: { ...bigint((s) => s.closing.reserveHeld), type: 'int' }`,
    ...beyondInt4,
  },
  {
    id: 'database/job-number-nine-digits',
    harm: 'no job runs any more after the billionth',
    file: 'libs/queues/src/job-log.ts',
    find: `\\d{1,18}`,
    replacement: `\\d{1,9}`,
    ...jobs,
    test: 'a promised job runs once and is marked done',
  },
  {
    id: 'database/ledger-range-by-id',
    harm: 'a posting whose transaction took its id early and its place late is never sealed',
    file: 'libs/books/src/ledger/ledger-range.ts',
    find: '(p.txid, p.id) > (:afterTxid::xid8, :afterPosting::bigint)`',
    replacement: '(:afterTxid::xid8 is not null and p.id > :afterPosting::bigint)`',
    spec: 'apps/settlement-reconciler/src/verify-ledger/verify-ledger.int.spec.ts',
    test: 'a posting with a lower id in a later transaction',
  },
  {
    id: 'database/one-entry-before-lock',
    harm: 'an entry that was numbered before the lock stands on no statement',
    file: 'libs/database/src/migrations/0064-closed-months.ts',
    find: `  for i in 1..cardinality(leg_account) loop`,
    replacement: `  perform nextval(pg_get_serial_sequence('ledger.entry', 'id'));
  for i in 1..cardinality(leg_account) loop`,
    ...numbered,
  },
  {
    id: 'database/many-entries-before-lock',
    harm: 'an entry that was numbered before the lock stands on no statement',
    file: 'libs/database/src/migrations/0064-closed-months.ts',
    find: `  perform ledger.open_accounts(codes, currencies, kinds, guards);`,
    replacement: `  perform nextval(pg_get_serial_sequence('ledger.entry', 'id'));
  perform ledger.open_accounts(codes, currencies, kinds, guards);`,
    ...numbered,
  },
  {
    id: 'database/newer-name-done',
    harm: 'an older worker finishes a job of which it did nothing',
    file: 'libs/queues/src/job-worker.ts',
    find: `    const { name, data } = readJob(job.name, job.data);`,
    replacement: `    if (!(job.name in this.handlers)) return;
    const { name, data } = readJob(job.name, job.data);`,
    ...jobs,
    test: 'that this release does not know is left to a newer one',
  },
  {
    id: 'database/newer-name-dead',
    harm: 'an older worker gives up a job that a newer one would do',
    file: 'libs/queues/src/job-worker.ts',
    find: `    if (error instanceof LeftToNewer) throw new UnrecoverableError(error.message);`,
    replacement: ``,
    ...jobs,
    test: 'that this release does not know is left to a newer one',
  },
  {
    id: 'database/newer-field-stripped',
    harm: 'an older worker does something else than the newer release asked for',
    file: 'libs/queues/src/read-job.ts',
    find: `  if (unknown.length > 0)`,
    replacement: `  if (unknown.length > 99)`,
    ...jobs,
    test: 'that this release does not know is left to a newer one',
  },
  {
    id: 'database/list-fits-any-filter',
    harm: 'a person decides about everything where a part was asked for',
    file: 'libs/database/src/filtered-list.ts',
    find: "`where ${fit.join(' and ')}`",
    replacement: "`where ${fit.join(' or ')}`",
    spec: 'apps/seller-onboarding/src/lists.int.spec.ts',
    test: 'lists the same rows as SQL',
  },
  {
    id: 'database/list-skips-a-row-between-pages',
    harm: 'a payout is on no page of the list',
    file: 'libs/database/src/filtered-list.ts',
    find: `rows[size - 1]?.cursorOfRow`,
    replacement: `rows[size]?.cursorOfRow`,
    spec: 'apps/seller-onboarding/src/lists.int.spec.ts',
    test: 'lists the same rows as SQL',
  },
  {
    id: 'database/list-fits-any-leading-filter',
    harm: 'a list of one seller shows all sellers',
    file: 'libs/database/src/filtered-list.ts',
    find: `[...conditions, ...conditionsOf(leads)]`,
    replacement: "[...conditions, conditionsOf(leads).join(' or ') || 'true']",
    spec: 'apps/seller-onboarding/src/lists.int.spec.ts',
    test: 'lists the same rows as SQL',
  },
];
