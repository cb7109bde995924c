import { patiently } from '@jeongsan/child-processes';
import type { DataSource } from 'typeorm';
import type { SellerState } from '@jeongsan/state-machines';
import type { Sandbox } from '../sandbox.js';

/** The provider's API, and the control API of its simulated world. */
type Provider = Pick<Sandbox, 'api' | 'control'>;

/** A company registration number with a valid checksum. */
const BUSINESS_NUMBER = '1000000014';

type Registration = Readonly<{
  refSellerId: string;
  account: Readonly<{ bankCode: string; accountNumber: string }>;
  /** False: the seller stays under review. Default: approved. */
  isApproved: boolean;
}>;

/**
 * Registers a company as a seller at the provider. Returns its id there. Repeated with one key: the provider may close a connection
 * that rested just when it is used again.
 */
export async function registerSeller({ api, control }: Provider, seller: Registration): Promise<string> {
  const { refSellerId, account, isApproved } = seller;
  const body = {
    refSellerId,
    businessType: 'CORPORATE',
    company: {
      ...{ name: '가게', representativeName: '홍길동', email: 'a@example.com', phone: '01012345678' },
      businessRegistrationNumber: BUSINESS_NUMBER,
    },
    account: { ...account, holderName: '홍길동' },
  } as const;
  const idempotencyKey = `${refSellerId}-${account.accountNumber}`;
  const { entityBody } = await patiently(() => api.createSeller({ body }, { idempotencyKey }));
  if (isApproved) await patiently(() => control.finishKyc({ params: { id: entityBody.id } }));
  return entityBody.id;
}

export type StoredSeller = Readonly<{ sellerId: string; providerSellerId: string; state: SellerState }>;

/** Inserts sellers as onboarding would have stored them, known to the provider. The test must set their terms. */
export async function storeSellers(db: DataSource, sellers: readonly StoredSeller[]): Promise<void> {
  await db.query(
    `insert into onboarding.seller (seller_id, ref_seller_id, business_type, details_sealed, bank_code, account_sealed, account_masked,
       account_fingerprint, facts_hash, state, provider_seller_id, created_at, updated_at, polled_at)
     select s.id, s.id, 'CORPORATE', '', '088', '', '', 'account of ' || s.id, '', s.state, s.provider_id, now(), now(), now()
       from unnest($1::text[], $2::text[], $3::text[]) as s(id, state, provider_id)`,
    [sellers.map((s) => s.sellerId), sellers.map((s) => s.state), sellers.map((s) => s.providerSellerId)],
  );
}

/** A buyer pays by bank transfer: after the settlement the provider owes us `amount` won less its fee. */
export async function buyerPays({ api, control }: Provider, sale: { orderId: string; amount: bigint }): Promise<void> {
  const { paymentKey } = await control.payAsBuyer({ body: { ...sale, method: '계좌이체', orderName: 'world' } });
  await api.confirmPayment({ body: { ...sale, paymentKey } });
}
