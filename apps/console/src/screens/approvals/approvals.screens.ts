import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

export const approvalScreens: readonly Screen[] = [
  {
    path: '/approvals',
    title: ['Approvals', '승인'],
    group: 'people',
    show: lazyRouteComponent(() => import('./approvals.js'), 'Approvals'),
  },
];
