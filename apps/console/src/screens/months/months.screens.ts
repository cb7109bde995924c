import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

export const monthScreens: readonly Screen[] = [
  {
    path: '/months',
    title: ['Months', '월 마감'],
    group: 'books',
    needs: 'listMonths',
    show: lazyRouteComponent(() => import('./month-list.js'), 'MonthList'),
  },
  {
    path: '/months/$month',
    title: ['Month', '월 마감'],
    needs: 'getMonth',
    show: lazyRouteComponent(() => import('./month.js'), 'Month'),
  },
];
