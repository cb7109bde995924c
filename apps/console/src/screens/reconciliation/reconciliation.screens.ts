import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

export const reconciliationScreens: readonly Screen[] = [
  {
    path: '/reconciliation',
    title: ['Reconciliation', '대사'],
    group: 'books',
    needs: 'listReconciliations',
    show: lazyRouteComponent(() => import('./day-list.js'), 'DayList'),
  },
  {
    path: '/reconciliation/days/$businessDate',
    title: ['Day', '대사일'],
    needs: 'getReconciliation',
    show: lazyRouteComponent(() => import('./day.js'), 'Day'),
  },
  {
    path: '/reconciliation/breaks',
    title: ['Breaks', '불일치'],
    group: 'books',
    needs: 'listBreaks',
    show: lazyRouteComponent(() => import('./break-list.js'), 'BreakList'),
  },
  {
    path: '/reconciliation/breaks/$breakId',
    title: ['Break', '불일치'],
    needs: 'getBreak',
    show: lazyRouteComponent(() => import('./break.js'), 'Break'),
  },
  {
    path: '/reconciliation/proofs',
    title: ['Proofs', '증명'],
    group: 'books',
    needs: 'listNightProofs',
    show: lazyRouteComponent(() => import('./proof-list.js'), 'ProofList'),
  },
  {
    path: '/reconciliation/hand-runs',
    title: ['Runs by hand', '수동 대사'],
    group: 'books',
    needs: 'listHandRuns',
    show: lazyRouteComponent(() => import('./hand-run-list.js'), 'HandRunList'),
  },
  {
    path: '/reconciliation/hand-runs/$runId',
    title: ['Run by hand', '수동 대사'],
    needs: 'getHandRun',
    show: lazyRouteComponent(() => import('./hand-run.js'), 'HandRun'),
  },
];
