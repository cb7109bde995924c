import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

// prettier-ignore
/** What buyers paid, and for what. */
export const orderScreens: readonly Screen[] = [
  { path: '/orders',                  title: ['Orders', '주문'],                        needs: 'listOrders',              group: 'moneyIn', show: lazyRouteComponent(() => import('./order-list.js'), 'OrderList') },
  { path: '/orders/$orderId',         title: ['Order', '주문'],                         needs: 'getOrder',                                  show: lazyRouteComponent(() => import('./order.js'), 'Order') },
  { path: '/payments',                title: ['Payments', '결제'],                      needs: 'listPayments',            group: 'moneyIn', show: lazyRouteComponent(() => import('./payment-list.js'), 'PaymentList') },
  { path: '/payments/$paymentKey',    title: ['Payment', '결제'],                       needs: 'getPaymentView',                            show: lazyRouteComponent(() => import('./payment.js'), 'Payment') },
  { path: '/unallocated-payments',             title: ['Unallocated money', '배정되지 않은 돈'], needs: 'listUnallocatedPayments', group: 'moneyIn', show: lazyRouteComponent(() => import('./unallocated-list.js'), 'UnallocatedList') },
  { path: '/unallocated-payments/$paymentKey', title: ['Unallocated payment', '배정되지 않은 결제'], needs: 'listUnallocatedPayments',               show: lazyRouteComponent(() => import('./unallocated.js'), 'Unallocated') },
  { path: '/cancels',                 title: ['Cancels', '취소'],                       needs: 'listCancels',             group: 'moneyIn', show: lazyRouteComponent(() => import('./cancel-list.js'), 'CancelList') },
  { path: '/cancels/$cancelId',       title: ['Cancel', '취소'],                        needs: 'getCancel',                                 show: lazyRouteComponent(() => import('./cancel.js'), 'Cancel') },
  { path: '/splits',                  title: ['Splits', '배분 규칙'],                   needs: 'listSplits',              group: 'moneyIn', show: lazyRouteComponent(() => import('./split-list.js'), 'SplitList') },
  { path: '/splits/product/$splitKey', title: ['Split', '배분 규칙'],                   needs: 'getProductSplit',                           show: lazyRouteComponent(() => import('./split.js'), 'ProductSplit') },
  { path: '/splits/ars/$splitKey',    title: ['Split', '배분 규칙'],                    needs: 'getArsSplit',                               show: lazyRouteComponent(() => import('./split.js'), 'ArsSplit') },
];
