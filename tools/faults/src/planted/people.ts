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
    id: 'people/terms-in-steps',
    harm: 'one person moves a rate as far as that person likes, a point at a time',
    file: `${scheduler}/terms/alone-limits/agreed-terms.ts`,
    find: `where is_first or is_approved`,
    replacement: ``,
    spec: `${scheduler}/terms/alone-limits/alone-limits.http.int.spec.ts`,
    test: 'small steps of one person end where one large step ends',
  },
  {
    id: 'people/closing-without-counts',
    harm: 'a month is closed over 300 open breaks by an approval of 3',
    file: 'apps/settlement-reconciler/src/months/close-month/ask-month.ts',
    find: `count <= (counts[missing.indexOf(check)] ?? 0)`,
    replacement: `count === 0 || (missing.includes(check) && counts.length > 0)`,
    spec: 'apps/settlement-reconciler/src/months/months.int.spec.ts',
    test: 'a refusal names what is missing',
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
