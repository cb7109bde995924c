import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

export const sendingScreens: readonly Screen[] = [
  {
    path: '/sending',
    title: ['Sending', '지급 진행'],
    group: 'platform',
    needs: 'getDispatchControl',
    show: lazyRouteComponent(() => import('./sending.js'), 'Sending'),
  },
  {
    path: '/parked',
    title: ['Parked payouts', '보류된 지급'],
    group: 'moneyOut',
    needs: 'listParkedPayouts',
    show: lazyRouteComponent(() => import('./parked-list.js'), 'ParkedList'),
  },
  {
    path: '/parked/$payoutId',
    title: ['Parked payout', '보류된 지급'],
    needs: 'getParkedPayout',
    show: lazyRouteComponent(() => import('./parked-payout.js'), 'ParkedPayout'),
  },
];
