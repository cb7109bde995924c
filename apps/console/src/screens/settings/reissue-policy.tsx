import { Text } from '@mantine/core';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { type Field, numberTyped } from '../../blocks/action-button/action.js';
import { Facts } from '../../blocks/facts.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { useTexts } from '../../texts/texts.js';
import { legalTexts } from './legal.texts.js';

type Rule = OutputOf<'listReissuePolicies'>['inForce']['retry'];

/** A rule of a class of failures; null where both of its fields were left empty. */
const ruleTyped = (days: string | undefined, times: string | undefined): Rule => {
  const [afterBusinessDays, attemptsMax] = [numberTyped(days), numberTyped(times)];
  if (afterBusinessDays === undefined && attemptsMax === undefined) return null;
  return { afterBusinessDays: afterBusinessDays ?? 0, attemptsMax: attemptsMax ?? 0 };
};

/** When a failed payout is paid again without a person. */
export function ReissuePolicy() {
  const t = useTexts(legalTexts);
  const said = (rule: Rule) => (rule === null ? t.person : t.policy(rule.afterBusinessDays, rule.attemptsMax));
  return (
    <Page title={t.reissue} aside={<SetPolicy />}>
      <Text size="sm">{t.reissueText}</Text>
      <Panel title={t.inForce}>
        <Loaded of={useRead('listReissuePolicies')}>
          {({ inForce }) => (
            <Facts
              facts={[
                [t.retry, said(inForce.retry)],
                [t.act, said(inForce.seller_must_act)],
              ]}
            />
          )}
        </Loaded>
      </Panel>
      <Panel title={t.versions}>
        <ResourceList
          name="listReissuePolicies"
          label={t.versions}
          empty={t.reissueEmpty}
          idOf={({ version }) => String(version)}
          columns={[
            { key: 'version', title: t.version, width: '6rem', cell: ({ version }) => version },
            { key: 'from', title: t.effectiveFrom, width: '8rem', cell: (policy) => policy.effectiveFrom },
            { key: 'retry', title: t.retry, width: '20rem', cell: ({ rules }) => said(rules.retry) },
            { key: 'act', title: t.act, width: '20rem', cell: ({ rules }) => said(rules.seller_must_act) },
            { key: 'reason', title: t.reason, cell: ({ reason }) => <bdi>{reason}</bdi> },
            { key: 'by', title: t.setBy, cell: ({ setBy }) => setBy },
            { key: 'at', title: t.setAt, width: '12rem', cell: ({ setAt }) => <Kst at={setAt} /> },
          ]}
        />
      </Panel>
    </Page>
  );
}

function SetPolicy() {
  const t = useTexts(legalTexts);
  const optional = (name: string, label: string): Field => ({ name, kind: 'number', label, isOptional: true });
  return (
    <ActionButton
      operation="setReissuePolicy"
      subject="policy"
      label={t.set}
      text={<p>{t.setText}</p>}
      fields={[
        optional('retryDays', `${t.retry}: ${t.afterDays}`),
        optional('retryTimes', `${t.retry}: ${t.attempts}`),
        optional('actDays', `${t.act}: ${t.afterDays}`),
        optional('actTimes', `${t.act}: ${t.attempts}`),
        { name: 'effectiveFrom', kind: 'date', label: t.effectiveFrom },
        { name: 'reason', kind: 'reason', label: t.reason },
      ]}
      input={({ retryDays, retryTimes, actDays, actTimes, effectiveFrom = '', reason = '' }) => ({
        body: {
          effectiveFrom,
          rules: { retry: ruleTyped(retryDays, retryTimes), seller_must_act: ruleTyped(actDays, actTimes) },
          reason,
        },
      })}
    />
  );
}
