import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

export const meScreens: readonly Screen[] = [
  {
    path: '/me',
    title: ['Me', '나'],
    group: 'me',
    needs: 'getMe',
    show: lazyRouteComponent(() => import('./me.js'), 'Me'),
  },
];
