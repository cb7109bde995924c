import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

export const jobScreens: readonly Screen[] = [
  {
    path: '/jobs',
    title: ['Jobs', '작업'],
    group: 'platform',
    show: lazyRouteComponent(() => import('./jobs.js'), 'Jobs'),
  },
  {
    path: '/jobs/$service/$jobId',
    title: ['Job', '작업'],
    show: lazyRouteComponent(() => import('./job.js'), 'Job'),
  },
];
