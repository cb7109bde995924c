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
];
