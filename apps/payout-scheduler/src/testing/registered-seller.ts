import { randomUUID } from 'node:crypto';
import { plainTerms } from '@jeongsan/settlement';
import type { Sandbox } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import { addTerms } from '../terms/set-terms/set-terms.js';

export type SellerAccount = Readonly<{ bankCode?: string; accountNumber?: string }>;

/** A business registration number with a valid check digit. */
function businessNumber(seed: number): string {
  const digits = String(100_000_000 + seed)
    .slice(0, 9)
    .split('')
    .map(Number);
  const weights = [1, 3, 7, 1, 3, 7, 1, 3, 5];
  const sum =
    digits.reduce((total, digit, i) => total + digit * (weights[i] ?? 0), 0) + Math.floor(((digits[8] ?? 0) * 5) / 10);
  return `${digits.join('')}${(10 - (sum % 10)) % 10}`;
}

let registered = 0;

/** Registers a company with its own number and account at the provider; returns the provider's id. */
export async function registeredSeller(sandbox: Sandbox, account: SellerAccount = {}): Promise<string> {
  const nth = (registered += 1);
  const { bankCode = '088', accountNumber = `11012345${nth}` } = account;
  const company = {
    name: '가게',
    representativeName: '홍길동',
    businessRegistrationNumber: businessNumber(nth),
    email: 'a@example.com',
    phone: '01012345678',
  };
  const { entityBody } = await sandbox.api.createSeller({
    body: {
      refSellerId: randomUUID().slice(0, 18),
      businessType: 'CORPORATE',
      company,
      account: { bankCode, accountNumber, holderName: '홍길동' },
    },
  });
  return entityBody.id;
}

/** Onboards sellers that the provider has, with plain terms from the beginning of last year. */
export async function onboardSellers(
  db: DataSource,
  sellers: readonly (readonly [sellerId: string, providerId: string])[],
  state: 'approved' | 'limited',
  now: Date,
): Promise<void> {
  const ids = sellers.map(([sellerId]) => sellerId);
  await db.query(
    `insert into onboarding.seller (seller_id, ref_seller_id, business_type, details_sealed, bank_code, account_sealed, account_masked,
       account_fingerprint, facts_hash, state, provider_seller_id, created_at, updated_at, polled_at)
     select s, left(md5(s), 20), 'CORPORATE', '', '088', '', '', 'print', '', $3, p, $4, $4, $4
       from unnest($1::text[], $2::text[]) as one(s, p)`,
    [ids, sellers.map(([, providerId]) => providerId), state, now],
  );
  const [first, ...others] = ids;
  if (first === undefined) return;
  await addTerms(db, { sellerId: first, effectiveFrom: '2025-01-01', ...plainTerms() }, 'key:market', now);
  await db.query(
    `insert into payouts.seller_terms (seller_id, effective_from, document, created_at)
     select s, effective_from, document, created_at from payouts.seller_terms, unnest($2::text[]) as s where seller_id = $1`,
    [first, others],
  );
}
