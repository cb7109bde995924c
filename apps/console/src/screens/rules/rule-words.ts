import type { ItemOf } from '../../api/names.js';

type Matched = Pick<ItemOf<'listCommissionRules'>, 'category' | 'productId' | 'sellerId'>;

/** What a commission rule fits: its dimensions that name something. */
export const matchedOf = ({ category, productId, sellerId }: Partial<Matched>): string =>
  [category, productId, sellerId].filter((one) => one != null).join(' + ');
