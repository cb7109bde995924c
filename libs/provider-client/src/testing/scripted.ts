import type { CallError, WireReply, WireRequest } from '@jeongsan/http-contract';
import { parseSecurityKey, seal } from '@jeongsan/jwe';
import { won } from '@jeongsan/money';
import { createProviderClient, type ProviderClientOptions } from '../index.js';

export const NOON = new Date('2026-11-20T03:00:00Z');
export const SECRET = 'test_sk_canary0123456789';
export const [NEW, OLD, FOREIGN] = ['a1', 'b2', 'c3'].map((pair) => pair.repeat(32)) as [string, string, string];

export type Script = (request: WireRequest, attempt: number) => WireReply | Promise<WireReply>;

/** The client over a scripted network, and everything that was sent. */
export function clientOver(script: Script, options: Partial<ProviderClientOptions> = {}) {
  const sent: WireRequest[] = [];
  const client = createProviderClient({
    baseUrl: 'https://provider.test/',
    secretKey: SECRET,
    securityKeys: [NEW, OLD],
    now: () => NOON,
    random: () => 0,
    retryBaseMs: 1,
    send: async (request) => {
      sent.push(request);
      return script(request, sent.length);
    },
    ...options,
  });
  return { client, sent };
}

export const reply = (status: number, body: string, headers = {}): WireReply => ({ status, headers, body });
export const json = (status: number, body: unknown): WireReply => reply(status, JSON.stringify(body));
export const sealedReply = async (status: number, body: unknown, key = NEW) =>
  reply(status, await seal(JSON.stringify(body), parseSecurityKey(key), { now: () => NOON }));
export const v2 = (entityType: string, entityBody: unknown) => ({
  version: '2022-11-16',
  traceId: 't',
  entityType,
  entityBody,
});
export const v2Error = (code: string, message = '안됩니다') => ({
  version: '2022-11-16',
  traceId: 't',
  error: { code, message },
});
export const failure = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => Promise.reject(new Error('The call succeeded')),
    (error: unknown) => error as CallError,
  );

/** A payout that every check accepts. */
export const payout = {
  refPayoutId: 'r1',
  destination: 'seller_1',
  scheduleType: 'EXPRESS' as const,
  amount: won(5_000n),
  transactionDescription: '정산',
};
