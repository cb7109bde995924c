import { testDatabase, type TestDatabase } from '@jeongsan/testing';
import { bookUnallocated, allocate, sell, SOLD_ON } from '../testing/market-day.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
afterAll(() => database.drop());

const marked = async (): Promise<readonly string[]> => {
  const found = await database.db.query<{ order_id: string }[]>(
    `select order_id from gateway.payment where differs_from_order order by order_id`,
  );
  return found.map((payment) => payment.order_id);
};
const setTotal = (orderId: string, total: bigint) =>
  database.db.query(`update gateway.orders set total = $2 where order_id = $1`, [orderId, total]);

test('a payment is marked while it is not the total of its order, whichever of the two is written', async () => {
  const paid = await sell(database.db, 'a', 5_000_000_000n);
  const late = { ...paid, paymentId: '00000000-0000-4000-8000-00000000000b', orderId: 'order-b', amount: 700n };
  const unallocated = {
    ...late,
    paymentKey: 'pay-b',
    transactionKey: 'txn-b',
    approvedAt: new Date(`${SOLD_ON}T00:30:00+09:00`),
  };
  await bookUnallocated(database.db, unallocated);
  expect(await marked()).toEqual([]);

  await setTotal(paid.orderId, 5_000_000_001n);
  expect(await marked()).toEqual([paid.orderId]);
  await allocate(database.db, unallocated);
  await setTotal(unallocated.orderId, 699n);
  expect(await marked()).toEqual([paid.orderId, unallocated.orderId].sort());

  await setTotal(paid.orderId, 5_000_000_000n);
  await database.db.query(`update gateway.payment set amount = 699 where payment_key = 'pay-b'`);
  expect(await marked()).toEqual([]);
});
