import { ownRehearsal } from '@jeongsan/testing';
import { readStoredProof } from '../prove-night/replay-proof.js';
import { askByHand, type HandRunBody, workByHand } from '../testing/hand-runs.js';
import { type KnownDay, knownDay, TODAY, tradeOn } from '../testing/known-day.js';
import { breaksOf, count, night } from '../testing/night.js';
import { readHandRun } from './read-hand-runs.js';

jest.setTimeout(240_000);
let db: KnownDay['db'];
let provider: KnownDay['provider'];
let api: KnownDay['api'];
let end: KnownDay['end'];
const rehearsal = ownRehearsal();
beforeEach(async () => {
  ({ db, provider, api, end } = await knownDay());
  await tradeOn({ db, provider }, [10_000n, 20_000n]);
}, 60_000);
afterEach(() => end());

const ask = (body: HandRunBody) => askByHand(db, body);
const work = (id: string) => workByHand({ db, api }, id);
const proofs = () => count(db, 'reconciliation.proof');

test.each(['match-by-hand:written', 'match-by-hand:committed'] as const)(
  'a match struck at %s goes on',
  async (point) => {
    await night(db, api, TODAY);
    await db.query(`update gateway.payment set amount = amount + 1 where payment_key = 'pay-1'`);
    const { id } = await ask({ mode: 'match' });
    rehearsal.strike(point);
    await expect(work(id)).rejects.toThrow();
    await work(id);
    expect(await readHandRun(db, id)).toMatchObject({
      state: 'done',
      results: [{ breaks: { TRANSACTION_AMOUNT: { before: 0, after: 1 } } }],
    });
    expect(await count(db, 'reconciliation.break where not announced')).toBe(0);
    expect(new Set((await breaksOf(db)).map((b) => b.subject)).size).toBeGreaterThan(0);
    expect(await count(db, 'reconciliation.break where opened_at is null')).toBe(0);
  },
);

test.each(['take-proof:written', 'take-proof:committed', 'prove-night:written', 'prove-night:committed'] as const)(
  'a proof struck at %s is made once, with the bytes that follow from its inputs',
  async (point) => {
    await night(db, api, TODAY);
    const { id } = await ask({});
    rehearsal.strike(point);
    await expect(work(id)).rejects.toThrow();
    const stored = await db.query<{ content: string }[]>(
      `select content from reconciliation.proof_input where number = 2`,
    );
    await work(id);
    expect(await proofs()).toBe(2);
    const [first, second] = [await readStoredProof(db, TODAY, 1), await readStoredProof(db, TODAY, 2)];
    if (stored[0]) expect(second.input).toBe(stored[0].content);
    const equationsOf = ({ document }: { document: string }) =>
      (JSON.parse(document) as { equations: { name: string }[] }).equations.filter(
        ({ name }) => !name.startsWith('BOOKED'),
      );
    expect(equationsOf(second)).toEqual(equationsOf(first));
  },
);

test('a date that is read again and struck after its match still says what was open before', async () => {
  const [lost] = provider.transactions.splice(0, 1);
  await night(db, api, TODAY);
  if (lost) provider.transactions.unshift(lost);
  const { id } = await ask({ mode: 'reconcile' });
  rehearsal.strike('take-proof:written');
  await expect(work(id)).rejects.toThrow();
  expect(await readHandRun(db, id)).toMatchObject({ state: 'running', results: [] });
  await work(id);
  const { results } = await readHandRun(db, id);
  expect(results).toMatchObject([{ businessDate: TODAY, breaks: { MISSING_TRANSACTION: { before: 1, after: 0 } } }]);
});
