import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

export const payoutScreens: readonly Screen[] = [
  {
    path: '/payouts',
    title: ['Payouts', '지급'],
    group: 'moneyOut',
    needs: 'listPayoutViews',
    show: lazyRouteComponent(() => import('./payout-list.js'), 'PayoutList'),
  },
  {
    path: '/payouts/$payoutId',
    title: ['Payout', '지급'],
    needs: 'getPayoutView',
    show: lazyRouteComponent(() => import('./payout.js'), 'Payout'),
  },
  {
    path: '/batches/$batchId',
    title: ['Batch', '지급 요청'],
    needs: 'getBatch',
    show: lazyRouteComponent(() => import('./batch.js'), 'Batch'),
  },
  {
    path: '/parked',
    title: ['Parked payouts', '보류된 지급'],
    group: 'moneyOut',
    needs: 'listParkedPayouts',
    show: lazyRouteComponent(() => import('./parked-list.js'), 'ParkedList'),
  },
];
