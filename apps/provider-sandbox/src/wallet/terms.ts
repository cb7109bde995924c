import type { listWalletTerms as contract, WalletScope } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import type { Sql } from '../database/sql.js';

export type Terms = Readonly<{ id: number; title: string; required: boolean; scopes: readonly WalletScope[] }>;

// prettier-ignore
// ASSUMED: which terms there are is not shown, but for ids from 1 on; these are typical ones, each for some items of the scope.
const catalogue: readonly Terms[] = [
  { id: 1, title: '전자금융거래 기본약관',        required: true,  scopes: ['REGISTER', 'BILLING'] },
  { id: 2, title: '개인정보 수집 및 이용 동의',   required: true,  scopes: ['REGISTER', 'BILLING'] },
  { id: 3, title: '개인정보 제3자 제공 동의',     required: true,  scopes: ['REGISTER', 'BILLING', 'CARD', 'ACCOUNT'] },
  { id: 4, title: '혜택 알림 수신 동의',          required: false, scopes: ['REGISTER', 'BILLING'] },
  { id: 5, title: '자동결제 서비스 이용약관',     required: true,  scopes: ['BILLING'] },
  { id: 6, title: '카드 정보 조회 및 등록 동의',  required: true,  scopes: ['CARD'] },
  { id: 7, title: '출금이체 동의',                required: true,  scopes: ['ACCOUNT'] },
];
const VERSION = '20240601';

/** The terms that the items of a scope require. */
export const termsFor = (scope: readonly WalletScope[]): readonly Terms[] =>
  catalogue.filter(({ scopes }) => scopes.some((item) => scope.includes(item)));

export const termsOf = (id: number): Terms | undefined => catalogue.find((terms) => terms.id === id);

/** The ids of the terms that a customer agreed to. */
export async function agreedTerms(sql: Sql, customerKey: string): Promise<Set<number>> {
  const rows = await sql.rows<{ id: number }>('select terms_id as id from wallet_agreement where customer_key = $1', [
    customerKey,
  ]);
  return new Set(rows.map(({ id }) => id));
}

/**
 * The terms, also for a customerKey without a customer: terms are agreed to before the customer exists (document 2
 * section 4).
 */
export const listWalletTerms: Handler<typeof contract> = async ({ sql, world }, { query }) => {
  const agreed = await agreedTerms(sql, query.customerKey);
  return termsFor(query.scope).map(({ id, title, required }) => ({
    id,
    title,
    version: VERSION,
    url: world.shop.walletUrl(`terms/${id}?version=${VERSION}`),
    required,
    agreed: agreed.has(id),
  }));
};
