import { ALIAS_TYPE, WALLET_ALIAS } from '@jeongsan/provider-contract';
import type { PaymentObject } from '../payments/payment-row.js';
import type { Asked } from '../world.js';

/** Whether a request came under the paths of the public product, /v1/brandpay/. */
export const isUnderAlias = (url: string): boolean => url.startsWith(WALLET_ALIAS);

// ASSUMED: a wallet payment confirmed or charged under /v1/brandpay/ has the type BRANDPAY from then on, in every answer
// and webhook; under any other path the type stays WALLET.
/** The type that a request gives to the wallet payment it confirms or charges. */
export const walletTypeUnder = ({ isUnderAlias: isAlias = false }: Asked): PaymentObject['type'] =>
  isAlias ? ALIAS_TYPE : 'WALLET';

/** Whether a payment was made with a method of the wallet. */
export const isWalletPayment = ({ type }: Pick<PaymentObject, 'type'>): boolean =>
  type === 'WALLET' || type === ALIAS_TYPE;
