import { PayoutRows } from '../payouts/payout-rows.js';
import type { SellerShown } from './seller.js';

export const SellerPayouts = ({ seller: { sellerId } }: SellerShown) => <PayoutRows fixed={{ sellerId }} />;
