import type { Output } from '@jeongsan/http-contract';
import type { explainPayout, listPayoutViews, listStatements } from '@jeongsan/platform-contract';
import type { Clients } from '../platform/clients.js';
import { inParallel } from '../play/in-parallel.js';

export type Explanation = Output<typeof explainPayout>;
type Statement = Output<typeof listStatements>['items'][number];
type Payout = Output<typeof listPayoutViews>['items'][number];

/** What keeps money back at a statement, and how much of it a statement has. */
const features = {
  withheld: ({ withheld }: Statement) => withheld,
  reserveHeld: ({ reserveHeld }: Statement) => reserveHeld,
  reserveReleased: ({ reserveReleased }: Statement) => reserveReleased,
  debtNetted: ({ debtNetted }: Statement) => debtNetted,
  heldBack: ({ heldBack }: Statement) => heldBack,
} as const;
export type Feature = keyof typeof features;

/** `shown`: examples for the report, by feature. All of them must be explained to the won. */
export type Explanations = Readonly<{ shown: readonly [Feature, Explanation][]; all: readonly Explanation[] }>;

const SAMPLES = 30;
const AT_ONCE = 4;

/** Reads explanations of some payouts: the one with the most of each feature, and a sample of the others. */
export async function askExplanations(
  scheduler: Clients['scheduler'],
  statements: readonly Statement[],
  payouts: readonly Payout[],
): Promise<Explanations> {
  const paid = new Map(payouts.filter(({ state }) => state === 'paid').map((payout) => [keyOf(payout), payout]));
  const examples = (Object.keys(features) as Feature[]).flatMap((feature) => {
    const payout = exampleOf(feature, statements, paid);
    return payout === undefined ? [] : [[feature, payout] as const];
  });
  const gap = Math.max(1, Math.floor(paid.size / SAMPLES));
  const samples = [...paid.values()].filter((_, index) => index % gap === 0);
  const told = new Map<string, Explanation>();
  await inParallel([...examples.map(([, payout]) => payout), ...samples], AT_ONCE, async ({ id }) => {
    if (!told.has(id)) told.set(id, await scheduler.explainPayout({ params: { payoutId: id }, query: WORDS }));
  });
  const shown = examples.flatMap(([feature, { id }]) => {
    const explanation = told.get(id);
    return explanation === undefined ? [] : [[feature, explanation] satisfies [Feature, Explanation]];
  });
  return { shown, all: [...told.values()] };
}

const WORDS = { lang: 'en', audience: 'operator', limit: 1 } as const;

/** A statement's payouts are those of its seller and run. */
const keyOf = ({ runId, sellerId }: Pick<Payout, 'runId' | 'sellerId'>): string => `${runId}/${sellerId}`;

function exampleOf(
  feature: Feature,
  statements: readonly Statement[],
  paid: ReadonlyMap<string, Payout>,
): Payout | undefined {
  const amount = features[feature];
  const most = statements
    .filter((statement) => amount(statement) > 0n && paid.has(keyOf(statement)))
    .reduce<Statement | undefined>((a, b) => (a !== undefined && amount(a) >= amount(b) ? a : b), undefined);
  return most && paid.get(keyOf(most));
}

/** Won of an explanation that are unexplained, or differ from the paid amount. */
export const unexplainedIn = ({ amount, totals, unexplained }: Explanation): bigint => {
  const difference = amount - totals.reduce((sum, total) => sum + total.amount, 0n);
  return (unexplained < 0n ? -unexplained : unexplained) + (difference < 0n ? -difference : difference);
};
