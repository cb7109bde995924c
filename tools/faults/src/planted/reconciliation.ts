import type { Fault } from '../fault.js';

const reconciler = 'apps/settlement-reconciler/src';

export const reconciliationFaults: readonly Fault[] = [
  {
    id: 'reconciliation/open-breaks-forgotten',
    harm: 'a difference is closed, and its row posted, as soon as nobody reads its day again',
    file: `${reconciler}/match-records/suspects.ts`,
    find: `where resolved_at is null and class = any(:classes::text[])`,
    replacement: `where false and class = any(:classes::text[])`,
    spec: `${reconciler}/match-records/resolution.int.spec.ts`,
    test: 'a difference stays open, and its row unposted',
  },
  {
    id: 'reconciliation/overlapping-night-posted',
    harm: 'a row is posted that another night has read and not compared yet',
    file: `${reconciler}/post-settlements/post-settlements.ts`,
    find: `
        and download_id <> all (array(select d.id from reconciliation.download d join reconciliation.run r using (business_date)
                                       where r.state in ('downloading', 'matching')))`,
    replacement: ``,
    spec: `${reconciler}/reconcile/reconcile.int.spec.ts`,
    test: 'what another night has read and not compared yet',
  },
  {
    id: 'reconciliation/failed-listing-is-read',
    harm: 'a night whose listing broke off counts as done, and is not tried again',
    file: `${reconciler}/reconcile/reconcile.ts`,
    find: `for (const reason of failures.values()) throw reason;`,
    replacement: ``,
    spec: `${reconciler}/reconcile/reconcile.int.spec.ts`,
    test: 'a download that broke off between pages',
  },
  {
    id: 'reconciliation/overtaken-is-a-failure',
    harm: 'of two workers on one night each gives up because of the other, and nobody ends the night',
    file: `${reconciler}/reconcile/reconcile.ts`,
    find: `if (overtaken && (await nextDownload(db, seen.businessDate, LANES.flat()))) throw overtaken;`,
    replacement: `if (overtaken) throw overtaken;`,
    spec: `${reconciler}/reconcile/reconcile.int.spec.ts`,
    test: 'two workers that overtake each other',
  },
  {
    id: 'reconciliation/search-walks-an-index',
    harm: 'every search reads all orders, payments and postings from the first to the last',
    file: `${reconciler}/search/search.ts`,
    find: 'where: `${value} >= :q::text`',
    replacement: 'where: `lower(${value}) >= :q::text`',
    spec: `${reconciler}/search/search.int.spec.ts`,
    test: 'reads every table by an index',
  },
];
