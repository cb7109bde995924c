import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A transaction and a settlement row in the wire format. */
export type WireTransaction = {
  transactionKey: string;
  paymentKey: string;
  orderId: string;
  status: string;
  transactionAt: string;
  currency: string;
  amount: number;
};
export type WireSettlement = {
  transactionKey: string;
  paymentKey: string;
  orderId: string;
  currency: string;
  amount: number;
  fee: number;
  fees: { type: string; fee: number }[];
  supplyAmount: number;
  vat: number;
  payOutAmount: number;
  approvedAt: string;
  soldDate: string;
  paidOutDate: string;
  cancel: object | null;
};
export type WirePayout = { id: string; refPayoutId: string; payoutDate: string; amount: number; status: string };

/** A provider that returns whatever a test sets. The sandbox cannot be used, because it never lists a wrong row. */
export class WrongProvider {
  transactions: WireTransaction[] = [];
  settlements: WireSettlement[] = [];
  payouts: WirePayout[] = [];
  balance = { pending: 0, available: 0 };
  /** All received requests, as path and query. */
  readonly requests: string[] = [];
  /** Answers reads of the balance as for an account without the payout contract. */
  refusesBalance = false;
  /** Called before each answer; an error it throws becomes a 500. */
  before: (request: URL) => void = () => undefined;
  /** Called with each answer; true: the test answers this request itself. */
  instead: (request: URL, answer: string, response: ServerResponse) => boolean = () => false;

  private readonly server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://provider');
    this.requests.push(`${url.pathname}${url.search}`);
    try {
      this.before(url);
      if (this.refusesBalance && url.pathname === '/v2/balances') {
        const error = { code: 'FORBIDDEN_REQUEST', message: '' };
        return void response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
      }
      const answer = JSON.stringify(this.answer(request, url));
      if (this.instead(url, answer, response)) return;
      response.setHeader('content-type', 'application/json').end(answer);
    } catch {
      response.writeHead(500).end('{}');
    }
  });

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private answer(_: IncomingMessage, { pathname, searchParams: query }: URL): unknown {
    switch (pathname) {
      case '/v1/transactions':
        return this.pageOfTransactions(query);
      case '/v1/settlements':
        return this.pageOfSettlements(query);
      case '/v2/payouts':
        return this.pageOfPayouts(query);
      case '/v2/balances':
        return inEnvelope('balance', {
          pendingAmount: won(this.balance.pending),
          availableAmount: won(this.balance.available),
        });
      default:
        throw new Error(`Nobody asks for ${pathname}`);
    }
  }

  private pageOfTransactions(query: URLSearchParams): unknown[] {
    const [from, until] = [`${query.get('startDate')}+09:00`, `${query.get('endDate')}+09:00`];
    const listed = this.transactions.filter((t) => t.transactionAt >= from && t.transactionAt <= until);
    const begin = listed.findIndex((t) => t.transactionKey === query.get('startingAfter')) + 1;
    const fixed = { mId: 'test', method: '카드', customerKey: null, useEscrow: false, receiptUrl: null };
    return listed.slice(begin, begin + Number(query.get('limit'))).map((t) => ({ ...fixed, ...t }));
  }

  private pageOfPayouts(query: URLSearchParams): unknown {
    const [from, to] = [query.get('payoutDateGte') ?? '', query.get('payoutDateLte') ?? '9999'];
    const items = this.payouts.filter(({ payoutDate }) => from <= payoutDate && payoutDate <= to).map(wirePayout);
    return inEnvelope('payout-list', { ...page, items, size: items.length });
  }

  private pageOfSettlements(query: URLSearchParams): unknown[] {
    const by = query.get('dateType') === 'paidOutDate' ? 'paidOutDate' : 'soldDate';
    const listed = this.settlements.filter((s) => s[by] === query.get('startDate'));
    const [number, size] = [Number(query.get('page')), Number(query.get('size'))];
    const none = {
      card: null,
      easyPay: null,
      giftCertificate: null,
      mobilePhone: null,
      transfer: null,
      virtualAccount: null,
    };
    return listed
      .slice((number - 1) * size, number * size)
      .map((s) => ({ mId: 'test', method: '카드', interestFee: 0, ...none, ...s }));
  }
}

const page = { hasMore: false, nextCursor: null };
const won = (value: number) => ({ currency: 'KRW', value });
const inEnvelope = (entityType: string, entityBody: unknown) => ({
  version: '2022-11-16',
  traceId: 't',
  entityType,
  entityBody,
});

const wirePayout = (payout: WirePayout) => ({
  ...payout,
  destination: 'seller',
  scheduleType: 'EXPRESS',
  amount: won(payout.amount),
  transactionDescription: '정산금',
  requestedAt: `${payout.payoutDate}T09:00:00+09:00`,
  error: null,
  metadata: null,
});
