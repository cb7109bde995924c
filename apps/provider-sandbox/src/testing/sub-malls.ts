import type { Input } from '@jeongsan/http-contract';
import type { createLegacyPayouts, createSubMall } from '@jeongsan/provider-contract';

type Mall = Input<typeof createSubMall>['body'];

export const subMallAccount = { bank: '088', accountNumber: '110123456789', holderName: '정산 주식회사' };
export const corporateMall: Mall = {
  subMallId: 'mall01',
  type: 'CORPORATE',
  account: subMallAccount,
  companyName: '정산 주식회사',
  representativeName: '김정산',
  businessNumber: '1208147521',
  email: 'mall@market.example',
  phoneNumber: '0212345678',
  metadata: { shop: '7' },
};
export const individualMall: Mall = {
  subMallId: 'person01',
  type: 'INDIVIDUAL',
  account: subMallAccount,
  email: 'kim@market.example',
  phoneNumber: '01012345678',
};

export type LegacyItem = Input<typeof createLegacyPayouts>['body'][number];
/** One payout in the format of a request. */
export const legacyItem = (payoutAmount: bigint, change: Partial<LegacyItem> = {}): LegacyItem => ({
  subMallId: 'mall01',
  payoutDate: '2026-03-05',
  payoutAmount,
  ...change,
});
