import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

// prettier-ignore
/** What money is divided by, and the calendar that due dates follow. */
export const ruleScreens: readonly Screen[] = [
  { path: '/terms',                    title: ['Terms', '정산 조건'],             needs: 'listAllTerms',        group: 'people', show: lazyRouteComponent(() => import('./terms-list.js'), 'TermsList') },
  { path: '/terms-changes',            title: ['Terms changes', '조건 변경'],     needs: 'listTermsChanges',    group: 'people', show: lazyRouteComponent(() => import('./terms-change-list.js'), 'TermsChangeList') },
  { path: '/terms-changes/$changeId',  title: ['Terms change', '조건 변경'],      needs: 'getTermsChange',                       show: lazyRouteComponent(() => import('./terms-change.js'), 'TermsChange') },
  { path: '/commission-rules',         title: ['Commission rules', '수수료 규칙'], needs: 'listCommissionRules', group: 'people', show: lazyRouteComponent(() => import('./rule-list.js'), 'RuleList') },
  { path: '/commission-rules/$ruleId', title: ['Commission rule', '수수료 규칙'],  needs: 'getCommissionRule',                    show: lazyRouteComponent(() => import('./rule.js'), 'Rule') },
  { path: '/rule-changes',             title: ['Rule changes', '규칙 변경'],      needs: 'listRuleChanges',     group: 'people', show: lazyRouteComponent(() => import('./rule-change-list.js'), 'RuleChangeList') },
  { path: '/rule-changes/$changeId',   title: ['Rule change', '규칙 변경'],       needs: 'getRuleChange',                        show: lazyRouteComponent(() => import('./rule-change.js'), 'RuleChange') },
  { path: '/calendar',                 title: ['Calendar', '달력'],               needs: 'getCalendar',         group: 'platform', show: lazyRouteComponent(() => import('./calendar.js'), 'Calendar') },
];
