import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

export const todayScreens: readonly Screen[] = [
  {
    path: '/',
    title: ['Today', '오늘'],
    group: 'today',
    show: lazyRouteComponent(() => import('./today.js'), 'Today'),
  },
];
