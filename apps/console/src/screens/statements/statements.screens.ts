import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

export const statementScreens: readonly Screen[] = [
  {
    path: '/statements',
    title: ['Statements', '정산서'],
    group: 'moneyOut',
    needs: 'listStatements',
    show: lazyRouteComponent(() => import('./statement-list.js'), 'StatementList'),
  },
  {
    path: '/statements/$statementId',
    title: ['Statement', '정산서'],
    needs: 'getStatement',
    show: lazyRouteComponent(() => import('./statement.js'), 'Statement'),
  },
  {
    path: '/monthly-statements',
    title: ['Monthly statements', '월 정산서'],
    group: 'moneyOut',
    needs: 'listMonthlyStatements',
    show: lazyRouteComponent(() => import('./monthly-list.js'), 'MonthlyList'),
  },
  {
    path: '/monthly-statements/$month/$sellerId',
    title: ['Monthly statement', '월 정산서'],
    needs: 'getMonthlyStatement',
    show: lazyRouteComponent(() => import('./monthly-statement.js'), 'MonthlyStatement'),
  },
  {
    path: '/statement-mails',
    title: ['E-mails of statements', '정산서 메일'],
    group: 'moneyOut',
    needs: 'listStatementMails',
    show: lazyRouteComponent(() => import('./mail-list.js'), 'MailList'),
  },
  {
    path: '/statement-mails/$mailId',
    title: ['E-mail of a statement', '정산서 메일'],
    needs: 'getStatementMail',
    show: lazyRouteComponent(() => import('./mail.js'), 'Mail'),
  },
];
