import type { TestDatabase } from '@jeongsan/testing';

export type PaymentRow = Readonly<{ state: string; amount: bigint; canceled: bigint; orderId: string | null }>;

/** What stories read of the gateway's records. */
export class Records {
  constructor(private readonly db: TestDatabase['db']) {}

  async payment(paymentKey: string): Promise<PaymentRow | undefined> {
    const [row] = await this.db.query<PaymentRow[]>(
      'select state, amount, canceled, order_id as "orderId" from gateway.payment where payment_key = $1',
      [paymentKey],
    );
    return row;
  }

  /** The id of the payment's cancel whose lines the platform had to assume. */
  async assumedCancel(paymentKey: string): Promise<string> {
    const [row] = await this.db.query<{ id: string }[]>(
      `select c.id from gateway.cancel c join gateway.payment p on p.id = c.payment_id
        where p.payment_key = $1 and c.allocation = 'assumed'`,
      [paymentKey],
    );
    if (!row) throw new Error(`No cancel of payment ${paymentKey} waits for its lines`);
    return row.id;
  }

  async hasRefundPending(paymentKey: string): Promise<boolean> {
    const rows = await this.db.query<unknown[]>(
      `select from gateway.cancel c join gateway.payment p on p.id = c.payment_id
        where p.payment_key = $1 and c.refund = 'pending'`,
      [paymentKey],
    );
    return rows.length > 0;
  }
}
