import { PaymentCurrency } from '@jeongsan/provider-contract';
import type { ProviderPayment } from '../../gateway.js';

/** The members that a cancel of a payment abroad needs. */
export const abroadOf = ({ currency, easyPay }: ProviderPayment, cancelRequestId: string) =>
  easyPay?.provider === 'ALIPAY' || currency !== 'KRW'
    ? { currency: PaymentCurrency.parse(currency), cancelRequestId }
    : {};
