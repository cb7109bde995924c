import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

export const settingScreens: readonly Screen[] = [
  {
    path: '/settings',
    title: ['Roles and keys', '권한과 키'],
    group: 'platform',
    show: lazyRouteComponent(() => import('./settings.js'), 'Settings'),
  },
  {
    path: '/settings/matching',
    title: ['Matching rules', '대사 규칙'],
    group: 'platform',
    needs: 'listMatchingRules',
    show: lazyRouteComponent(() => import('./matching.js'), 'Matching'),
  },
  {
    path: '/settings/fee-tables/$tableId',
    title: ['Fee table', '수수료표'],
    needs: 'getFeeTable',
    show: lazyRouteComponent(() => import('./fee-table.js'), 'FeeTable'),
  },
  {
    path: '/settings/statutory',
    title: ['Legal rules', '법정 규칙'],
    group: 'platform',
    needs: 'listStatutoryRules',
    show: lazyRouteComponent(() => import('./statutory.js'), 'Statutory'),
  },
  {
    path: '/settings/reissue',
    title: ['Reissue policy', '재지급 정책'],
    group: 'platform',
    needs: 'listReissuePolicies',
    show: lazyRouteComponent(() => import('./reissue-policy.js'), 'ReissuePolicy'),
  },
  {
    path: '/settings/bank-statements',
    title: ['Bank statements', '은행 거래내역'],
    group: 'books',
    needs: 'listBankStatements',
    show: lazyRouteComponent(() => import('./bank-statement-list.js'), 'BankStatementList'),
  },
  {
    path: '/settings/bank-statements/$statementId',
    title: ['Bank statement', '은행 거래내역'],
    needs: 'getBankStatement',
    show: lazyRouteComponent(() => import('./bank-statement.js'), 'BankStatement'),
  },
];
