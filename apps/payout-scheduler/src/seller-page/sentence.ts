import { type Language, sayReason, type SellerAction, sellerActionFor } from '@jeongsan/settlement';

/** A stored reason as a seller reads it. Neither the code nor a provider's code is part of it. */
export const sentenceOf = (stored: string, language: Language): Readonly<{ text: string; action: SellerAction }> => ({
  text: sayReason(stored, { language, audience: 'seller' }),
  action: sellerActionFor(stored),
});
