import { OrderRows } from '../orders/order-rows.js';
import type { SellerShown } from './seller.js';

export const SellerOrders = ({ seller: { sellerId } }: SellerShown) => <OrderRows fixed={{ sellerId }} />;
