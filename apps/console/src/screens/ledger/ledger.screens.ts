import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

export const ledgerScreens: readonly Screen[] = [
  {
    path: '/ledger',
    title: ['Ledger', '원장'],
    group: 'books',
    needs: 'listLedgerPostings',
    show: lazyRouteComponent(() => import('./ledger.js'), 'Ledger'),
  },
  {
    path: '/ledger/postings/$postingId',
    title: ['Posting', '전표'],
    needs: 'getLedgerPosting',
    show: lazyRouteComponent(() => import('./posting.js'), 'Posting'),
  },
  {
    path: '/ledger/entries/$entryId',
    title: ['Entry', '분개'],
    needs: 'getLedgerEntry',
    show: lazyRouteComponent(() => import('./entry.js'), 'Entry'),
  },
];
