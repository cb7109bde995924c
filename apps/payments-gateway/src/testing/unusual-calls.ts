import { apiVersions, providerContract } from '@jeongsan/provider-contract';
import { moves, type Moving, type Prepared } from './money-moves.js';
import type { Flow } from './provider-flows.js';
import { basic } from './side.js';
import { LARGE, spellings } from './spellings.js';

const json = { 'content-type': 'application/json' };
const AMOUNT = 20_000;

/** The provider takes shorter order numbers for virtual accounts, which the platform does not know: it refuses them itself. */
const OWN_REFUSALS: ReadonlySet<string> = new Set([
  'issueVirtualAccount a short order',
  'issueVirtualAccount a NUL',
  'issueVirtualAccount a number as order',
]);

/** A movement of money in every spelling, and the payment as it is read afterwards. */
function spelled(name: Moving): Flow {
  return async (side) => {
    await side.control.changeSettings({ body: { walletAutomaticPayments: true } });
    for (const [index, [label, spell]] of Object.entries(spellings).entries()) {
      if (OWN_REFUSALS.has(`${name} ${label}`)) continue;
      const orderId = `${side.prefix}-${name}-${index}`;
      const amount = label === 'more than 32 bits' ? LARGE : AMOUNT;
      await side.tick();
      await side.register(orderId, amount);
      const { url = providerContract[name].path, body }: Prepared = await moves[name](side, orderId, amount);
      const isCancel = 'cancelAmount' in body;
      const { bytes, headers } = spell(isCancel ? body : { ...body, orderId, amount });
      const authorization = basic(side.key);
      await side.send(name, label, { method: 'POST', url, bytes, headers: { authorization, ...json, ...headers } });
      await side.call('getPaymentByOrder', `after ${name} with ${label}`, { params: { orderId }, ticks: false });
    }
  };
}

export const spelledMoves: Readonly<Record<string, Flow>> = Object.fromEntries(
  (Object.keys(moves) as Moving[]).map((name) => [name, spelled(name)]),
);

/** Payments, records and refusals in every version of the provider's API that a merchant can choose. */
export const versions: Flow = async (side) => {
  for (const apiVersion of apiVersions) {
    await side.control.changeSettings({ body: { apiVersion, walletAutomaticPayments: true } });
    for (const name of ['payByCardNumber', 'issueVirtualAccount', 'confirmPayment', 'payByWallet'] as const) {
      const orderId = `version-${name}-${apiVersion.replace('.', '-')}`;
      await side.register(orderId, AMOUNT);
      const { body }: Prepared = await moves[name](side, orderId, AMOUNT);
      const { paymentKey = 'none' } = await side.call(name, apiVersion, { body: { ...body, orderId, amount: AMOUNT } });
      const params = { paymentKey };
      await side.call('cancelPayment', apiVersion, { params, body: { cancelReason: '변심' } });
      await side.call('cancelPayment', `${apiVersion}, twice`, { params, body: { cancelReason: '변심' } });
      await side.call('getPayment', apiVersion, { params });
    }
    const day = { startDate: '2026-05-11', endDate: '2026-05-12' };
    await side.call('listTransactions', apiVersion, { query: day });
    await side.call('listSettlements', apiVersion, { query: day });
    await side.call('listCashReceipts', apiVersion, { query: { requestDate: '2026-05-11' } });
    await side.call('getBalance', apiVersion);
    await side.call('getReservation', apiVersion, { params: { id: 'nobody' } });
  }
  await side.control.changeSettings({ body: { apiVersion: null } });
};
