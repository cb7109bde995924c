import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

export const runScreens: readonly Screen[] = [
  {
    path: '/runs',
    title: ['Runs', '정산 실행'],
    group: 'moneyOut',
    needs: 'listRuns',
    show: lazyRouteComponent(() => import('./run-list.js'), 'RunList'),
  },
  {
    path: '/runs/$runId',
    title: ['Run', '정산 실행'],
    needs: 'getRun',
    show: lazyRouteComponent(() => import('./run.js'), 'Run'),
  },
];
