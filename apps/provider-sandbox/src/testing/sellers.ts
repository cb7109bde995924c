import type { BusinessType } from '@jeongsan/provider-contract';
import { won } from '@jeongsan/money';
import { randomUUID } from 'node:crypto';
import type { Sandbox } from './sandbox.js';

const unique = (prefix: string): string => `${prefix}-${randomUUID().slice(0, 13)}`;
export const newRef = (): string => unique('pay');

export const company = {
  name: '정산 주식회사',
  representativeName: '김정산',
  businessRegistrationNumber: '1208147521',
  email: 'seller@market.example',
  phone: '0212345678',
};
export const individual = { name: '이개인', email: 'person@market.example', phone: '01012345678' };
export const account = { bankCode: '088', accountNumber: '110123456789', holderName: '정산 주식회사' };

/** The body that registers a seller of the kind. */
export const sellerBody = (businessType: BusinessType = 'CORPORATE') => ({
  refSellerId: unique('shop'),
  businessType,
  ...(businessType === 'INDIVIDUAL' ? { individual } : { company }),
  account,
});

export async function registered(sandbox: Sandbox, businessType?: BusinessType) {
  return (await sandbox.provider.createSeller({ body: sellerBody(businessType) })).entityBody;
}

/** Registers a seller without a payout limit. */
export async function approved(sandbox: Sandbox) {
  const { id } = await registered(sandbox);
  return sandbox.control.finishKyc({ params: { id } });
}

type Item = { scheduleType?: 'EXPRESS' | 'SCHEDULED'; payoutDate?: string; refPayoutId?: string };

/** One payout in the format of a request. */
export const payoutItem = (destination: string, amount: bigint, item: Item = {}) => ({
  refPayoutId: newRef(),
  scheduleType: 'EXPRESS' as const,
  transactionDescription: '정산금',
  ...item,
  destination,
  amount: won(amount),
});
