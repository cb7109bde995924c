import type { Fault } from '../fault.js';

const scheduler = 'apps/payout-scheduler/src';
const spec = `${scheduler}/closing/second-person.http.int.spec.ts`;

/** Who may decide what alone. */
export const peopleFaults: readonly Fault[] = [
  {
    id: 'people/terms-by-a-key',
    harm: 'whoever holds a key changes what a seller is charged from tomorrow on',
    file: `${scheduler}/terms/set-terms/set-terms.ts`,
    find: `if (isNew && versions.length > 0)`,
    replacement: `if (false)`,
    spec,
    test: 'a key sets the first terms of a seller',
  },
  {
    id: 'people/terms-without-lock',
    harm: 'keys that set terms at the same time each set the first ones',
    file: `${scheduler}/terms/set-terms/set-terms.ts`,
    find: `  const { sellerId, effectiveFrom } = terms;
  await lockTerms(tx, sellerId);`,
    replacement: `  const { sellerId, effectiveFrom } = terms;`,
    spec,
    test: 'of ten keys that set other first terms at once',
  },
  {
    id: 'people/release-in-parts',
    harm: 'a limit is passed by releasing a reserve in parts',
    file: `${scheduler}/closing/release-reserve/release-reserve.ts`,
    find: `amount + (before?.amount ?? 0n)`,
    replacement: `amount`,
    spec,
    test: 'a release of a reserve before its time is bound',
  },
  {
    id: 'people/minimum-without-limit',
    harm: 'whoever may operate waives any minimum, signed in whenever',
    file: `${scheduler}/closing/override-payout/override-payout.ts`,
    find: `amount, askedBy: [] }, policy.approval`,
    replacement: `amount: 0n, askedBy: [] }, policy.approval`,
    spec,
    test: 'a payout below the minimum is bound',
  },
];
