import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

// prettier-ignore
/** Whether there is enough money, and by when it must be paid. */
export const cashScreens: readonly Screen[] = [
  { path: '/cash',             title: ['Cash', '자금'],                   needs: 'forecastCash',          group: 'moneyOut', show: lazyRouteComponent(() => import('./cash.js'), 'Cash') },
  { path: '/cash/segregation', title: ['Kept apart', '별도 관리 금액'],   needs: 'listSegregation',                          show: lazyRouteComponent(() => import('./segregation-list.js'), 'SegregationList') },
  { path: '/payment-deadlines',  title: ['Legal deadlines', '법정 기한'],   needs: 'listPaymentDeadlines',                     show: lazyRouteComponent(() => import('./deadline-list.js'), 'DeadlineList') },
];
