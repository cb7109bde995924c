import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

export const sheetScreens: readonly Screen[] = [
  {
    path: '/sheets',
    title: ['Sheets of breaks', '불일치 파일'],
    group: 'books',
    needs: 'getBreakSheet',
    show: lazyRouteComponent(() => import('./sheets.js'), 'Sheets'),
  },
  {
    path: '/sheets/$sheetId',
    title: ['Sheet of breaks', '불일치 파일'],
    needs: 'getBreakSheet',
    show: lazyRouteComponent(() => import('./sheet.js'), 'Sheet'),
  },
];
