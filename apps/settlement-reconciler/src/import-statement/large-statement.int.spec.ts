import { type ReconcilerWorld, reconcilerWorld } from '../testing/reconciler-world.js';

jest.setTimeout(120_000);
let world: ReconcilerWorld;
beforeAll(async () => {
  world = await reconcilerWorld(new Date('2026-11-19T10:00:00+09:00'));
}, 120_000);
afterAll(() => world.close());

const BODY_BYTES = 16 * 1024 * 1024;
const upload = (content: string) =>
  world.call('kim', 'POST', '/reconciliation/bank-statements', {
    ...{ bankAccount: 'kb-main', format: 'csv', covers: 'both', content },
  });

test('a statement of a large market is taken, and one that is too large is refused by name', async () => {
  const rows = Array.from({ length: 40_000 }, (_, place) => `2026-11-17,정산금,판매자 ${place},1000,,ref-${place}`);
  const file = Buffer.from(['date,memo,counterparty,withdrawal,deposit,reference', ...rows].join('\n'));
  expect(file.length).toBeGreaterThan(1024 * 1024);
  expect(await upload(file.toString('base64'))).toMatchObject({ status: 201, json: { rows: 40_000 } });
  expect(await upload('A'.repeat(BODY_BYTES))).toMatchObject({ status: 413, json: { code: 'PAYLOAD_TOO_LARGE' } });
});
