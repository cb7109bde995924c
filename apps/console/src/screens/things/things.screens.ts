import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

export const thingScreens: readonly Screen[] = [
  { path: '/thing', title: ['Thing', '자료'], show: lazyRouteComponent(() => import('./thing.js'), 'Thing') },
];
