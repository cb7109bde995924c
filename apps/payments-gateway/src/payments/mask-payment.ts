import type { ProviderPayment } from '../gateway.js';

const MASK = '***';

/** A payment without names, texts and contact data of its buyer. */
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
