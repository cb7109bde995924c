import { providerContract, WalletCustomerKey } from '@jeongsan/provider-contract';
import { z } from 'zod';
import { decoderOf } from '../api/decode.js';
import { Refused } from '../api/refused.js';
import { takesAccounts } from '../billing/billing-key.js';
import { createPayment } from '../payments/create-payment.js';
import type { Call } from '../world.js';
import { openBillingWindow } from './billing-window.js';
import { openWalletWindow } from './wallet-window.js';

const CLIENT_KEY = /^(test|live)_g?ck_\w{4,80}$/;
const decodePayment = decoderOf(providerContract.createPayment);
const { successUrl, failUrl, amount, taxFreeAmount, orderId, orderName } = providerContract.createPayment.body.shape;
const customerKey = z.string().regex(/^[\w\-=.@]{2,300}$/);

const BillingRequest = z.object({
  customerKey,
  method: z.enum(['카드', '계좌이체', 'CARD', 'TRANSFER']),
  successUrl,
  failUrl,
});

/** The wallet takes won only. */
const WalletRequest = z.object({
  customerKey: WalletCustomerKey,
  redirectUrl: successUrl,
  amount,
  taxFreeAmount,
  orderId,
  orderName,
  successUrl,
  failUrl,
});

/**
 * Opens the window that the browser's script asks for, and returns its address. A client key only says that a shop asks: it
 * must have the provider's form, as keys of shops are public. @throws Refused.
 */
export type OpenFromBrowser = (call: Call, body: Record<string, unknown>) => Promise<string>;

export const openPaymentFromBrowser: OpenFromBrowser = async (call, body) => {
  assertClientKey(body);
  const { paymentKey } = await createPayment(call, decodePayment({ params: {}, query: {}, body }));
  return call.world.shop.windowUrl(paymentKey);
};

export const openBillingFromBrowser: OpenFromBrowser = async (call, body) => {
  assertClientKey(body);
  const asked = read(BillingRequest, body);
  const method = asked.method === 'CARD' || asked.method === '카드' ? '카드' : '계좌이체';
  if (method === '계좌이체' && !takesAccounts(call.world)) throw new Refused('NOT_SUPPORTED_METHOD');
  return call.world.shop.billingWindowUrl(await openBillingWindow(call, { ...asked, method }));
};

export const openWalletFromBrowser: OpenFromBrowser = async (call, body) => {
  assertClientKey(body);
  const { taxFreeAmount: free, ...asked } = read(WalletRequest, body);
  return call.world.shop.walletWindowUrl(await openWalletWindow(call, { ...asked, taxFreeAmount: free ?? null }));
};

function read<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new Refused('INVALID_REQUEST', { about: [String(parsed.error.issues[0]?.path[0])] });
}

function assertClientKey({ clientKey }: Record<string, unknown>): void {
  if (typeof clientKey !== 'string' || !CLIENT_KEY.test(clientKey)) throw new Refused('INVALID_CLIENT_KEY');
}
