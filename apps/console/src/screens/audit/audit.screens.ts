import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

export const auditScreens: readonly Screen[] = [
  {
    path: '/audit',
    title: ['Audit', '감사'],
    group: 'people',
    needs: 'listDecisions',
    show: lazyRouteComponent(() => import('./decision-list.js'), 'DecisionList'),
  },
  {
    path: '/audit/$decisionId',
    title: ['Decision', '결정'],
    needs: 'getDecision',
    show: lazyRouteComponent(() => import('./decision.js'), 'Decision'),
  },
];
