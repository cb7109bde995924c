import type { Caller } from '@jeongsan/nest-kit';
import type { ProviderPayment } from './gateway.js';

const MASK = '***';

/** The market's own servers, whose buyer it is, read a payment as the provider tells it; people read it without the buyer. */
export const paymentFor = ({ roles }: Pick<Caller, 'roles'>, payment: ProviderPayment): ProviderPayment =>
  roles.includes('market') ? payment : maskPayment(payment);

/** A payment with nothing in it that the buyer is, wrote, or is reached by. */
export function maskPayment(payment: ProviderPayment): ProviderPayment {
  const { cancels, virtualAccount, mobilePhone, cashReceipts, cashReceipt } = payment;
  return {
    ...payment,
    orderName: MASK,
    secret: null,
    metadata: null,
    receipt: null,
    checkout: null,
    cancels: cancels?.map((cancel) => ({ ...cancel, cancelReason: MASK })) ?? null,
    mobilePhone: mobilePhone && { ...mobilePhone, customerMobilePhone: MASK, receiptUrl: '' },
    virtualAccount: virtualAccount && {
      ...virtualAccount,
      ...{ accountNumber: MASK, customerName: MASK, depositorName: null, refundReceiveAccount: null },
    },
    cashReceipt: cashReceipt && { ...cashReceipt, receiptUrl: '' },
    cashReceipts:
      cashReceipts?.map((receipt) => ({
        ...receipt,
        ...{ orderName: MASK, receiptUrl: '', businessNumber: MASK, customerIdentityNumber: MASK },
      })) ?? null,
  };
}
