import { randomBytes, randomUUID } from 'node:crypto';
import { transaction } from '@jeongsan/database';
import type { Sandbox, TestDatabase } from '@jeongsan/testing';
import { sellerHas } from '@jeongsan/testing';

type Db = TestDatabase['db'];
export type Seller = Readonly<{ sellerId: string; providerSellerId: string }>;

/** A sale of long ago, settled since: what the provider will pay out. */
const SALE = 500_000_000n;
/** Passes the registry's checksum. */
const BUSINESS_NUMBER = '1000000014';
const SOLD_AT = new Date('2026-05-04T01:00:00Z');

/** Gives the platform money at the provider, and has the banks take a minute of the sandbox's time. */
export async function fundProvider({ control, api }: Sandbox, startsAt: Date): Promise<void> {
  await control.setClock({ body: { now: SOLD_AT, mode: 'running' } });
  const sale = { orderId: `order-${randomUUID()}`, amount: SALE };
  const { paymentKey } = await control.payAsBuyer({ body: { ...sale, method: '계좌이체', orderName: 'world' } });
  await api.confirmPayment({ body: { ...sale, paymentKey } });
  await control.setClock({ body: { now: startsAt, mode: 'running' } });
  await control.changeSettings({ body: { payoutCompletionSeconds: 60 } });
}

/** A seller that both sides know and that may be paid without limit. Its terms are still to be set. */
export async function approvedSeller({ db }: TestDatabase, { api, control }: Sandbox, name: string): Promise<Seller> {
  const { entityBody } = await api.createSeller({
    body: {
      refSellerId: randomBytes(8).toString('hex'),
      businessType: 'CORPORATE',
      company: {
        name: '가게',
        representativeName: '홍길동',
        businessRegistrationNumber: BUSINESS_NUMBER,
        email: 'a@example.com',
        phone: '01012345678',
      },
      account: { bankCode: '088', accountNumber: `11012${name.length}4567`, holderName: '홍길동' },
    },
  });
  await control.finishKyc({ params: { id: entityBody.id } });
  await db.query(
    `insert into onboarding.seller (seller_id, ref_seller_id, business_type, details_sealed, bank_code, account_sealed, account_masked,
       account_fingerprint, facts_hash, state, provider_seller_id, created_at, updated_at, polled_at)
     values ($1, $1, 'CORPORATE', '', '088', '', '', 'print', '', 'approved', $2, now(), now(), now())`,
    [name, entityBody.id],
  );
  return { sellerId: name, providerSellerId: entityBody.id };
}

/** Money that the seller has earned and that the next run pays. */
export const earn = (db: Db, sellerId: string, amount: bigint, at: Date): Promise<void> =>
  sellerHas(db, sellerId, amount, at);

/**
 * Keeps every step of every payout from here on, with the platform's time of it: what a sample could miss. In a schema of its own,
 * so that the services' own tables stay as they are.
 */
export async function keepHistory(db: Db): Promise<void> {
  await transaction(db, (tx) =>
    tx.query(`
      create schema watch;
      create table watch.step (seq bigint generated always as identity, payout_id uuid, was text, became text, at timestamptz);
      create function watch.note() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' or old.state <> new.state then
          insert into watch.step (payout_id, was, became, at)
            select new.id, case tg_op when 'UPDATE' then old.state end, new.state, reads + (clock_timestamp() - anchored_at)
              from messaging.clock;
        end if;
        return new;
      end $$;
      create trigger note after insert or update on payouts.payout for each row execute function watch.note();`),
  );
}
