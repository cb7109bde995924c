import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

// prettier-ignore
/** What is kept back, owed, given and taken by hand. */
export const balanceScreens: readonly Screen[] = [
  { path: '/holds',                    title: ['Holds', '지급 보류'],      needs: 'listHolds',       group: 'moneyOut', show: lazyRouteComponent(() => import('./hold-list.js'), 'HoldList') },
  { path: '/holds/$holdId',            title: ['Hold', '지급 보류'],       needs: 'getHold',                            show: lazyRouteComponent(() => import('./hold.js'), 'Hold') },
  { path: '/reserves',                 title: ['Reserves', '유보금'],      needs: 'listAllReserves', group: 'moneyOut', show: lazyRouteComponent(() => import('./reserve-list.js'), 'ReserveList') },
  { path: '/reserves/$reserveId',      title: ['Reserve', '유보금'],       needs: 'getReserve',                         show: lazyRouteComponent(() => import('./reserve.js'), 'Reserve') },
  { path: '/debts',                    title: ['Debts', '판매자 채무'],    needs: 'listDebts',       group: 'moneyOut', show: lazyRouteComponent(() => import('./debt-list.js'), 'DebtList') },
  { path: '/adjustments',              title: ['Adjustments', '조정'],     needs: 'listAdjustments', group: 'moneyOut', show: lazyRouteComponent(() => import('./adjustment-list.js'), 'AdjustmentList') },
  { path: '/adjustments/$adjustmentId',title: ['Adjustment', '조정'],      needs: 'getAdjustment',                      show: lazyRouteComponent(() => import('./adjustment.js'), 'Adjustment') },
  { path: '/write-offs',               title: ['Write-offs', '대손'],      needs: 'listWriteOffs',   group: 'moneyOut', show: lazyRouteComponent(() => import('./write-off-list.js'), 'WriteOffList') },
  { path: '/write-offs/$writeOffId',   title: ['Write-off', '대손'],       needs: 'getWriteOff',                        show: lazyRouteComponent(() => import('./write-off.js'), 'WriteOff') },
  { path: '/repayments',               title: ['Repayments', '상환'],      needs: 'listRepayments',  group: 'moneyOut', show: lazyRouteComponent(() => import('./repayment-list.js'), 'RepaymentList') },
  { path: '/repayments/$repaymentId',  title: ['Repayment', '상환'],       needs: 'getRepayment',                       show: lazyRouteComponent(() => import('./repayment.js'), 'Repayment') },
  { path: '/reissues',                 title: ['Reissues', '재지급'],      needs: 'listReissues',    group: 'moneyOut', show: lazyRouteComponent(() => import('./reissue-list.js'), 'ReissueList') },
  { path: '/reissues/$reissueId',      title: ['Reissue', '재지급'],       needs: 'getReissue',                         show: lazyRouteComponent(() => import('./reissue.js'), 'Reissue') },
];
