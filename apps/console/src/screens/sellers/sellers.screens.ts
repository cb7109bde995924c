import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

// prettier-ignore
/** Sellers, their accounts, and where their money is. */
export const sellerScreens: readonly Screen[] = [
  { path: '/sellers',                   title: ['Sellers', '판매자'],               needs: 'listSellerViews',     group: 'people', show: lazyRouteComponent(() => import('./seller-list.js'), 'SellerList') },
  { path: '/sellers/$sellerId',         title: ['Seller', '판매자'],                needs: 'getSellerView',                        show: lazyRouteComponent(() => import('./seller.js'), 'Seller') },
  { path: '/account-changes',           title: ['Account changes', '계좌 변경'],    needs: 'listAccountChanges',  group: 'people', show: lazyRouteComponent(() => import('./account-change-list.js'), 'AccountChangeList') },
  { path: '/account-changes/$changeId', title: ['Account change', '계좌 변경'],     needs: 'getAccountChange',                     show: lazyRouteComponent(() => import('./account-change.js'), 'AccountChange') },
  { path: '/positions',                 title: ['Positions', '판매자별 잔액'],      needs: 'listSellerPositions', group: 'people', show: lazyRouteComponent(() => import('./position-list.js'), 'PositionList') },
  { path: '/limits',                    title: ['Weekly limits', '주간 한도'],      needs: 'listLimitedSellers',  group: 'people', show: lazyRouteComponent(() => import('./limit-list.js'), 'LimitList') },
];
