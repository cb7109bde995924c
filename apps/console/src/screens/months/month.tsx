import { Alert, Group } from '@mantine/core';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { useActor } from '../../api/session.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { Parts } from '../../blocks/parts.js';
import { State } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { wordFor } from '../../texts/words.js';
import { MonthActions } from './month-actions.js';
import { MonthChecklist } from './month-checklist.js';
import { MonthReport } from './month-report.js';
import { MonthRequests } from './month-requests.js';
import { monthTexts } from './months.texts.js';
import { monthStateWords, requestKindWords } from './months.words.js';

const READ_EVERY_MS = 15_000;
export type MonthDetail = OutputOf<'getMonth'>;
export type MonthRequest = OutputOf<'closeMonth'>;

/** A month of the books: what is missing before it can be closed, its report, and its closing. */
export function Month() {
  const month = useParam('month');
  const detail = useRead('getMonth', { input: { params: { month } }, everyMs: READ_EVERY_MS });
  return <Loaded of={detail}>{(data) => <Whole month={data} />}</Loaded>;
}

function Whole({ month }: Readonly<{ month: MonthDetail }>) {
  const t = useTexts(monthTexts);
  const query = { month: month.month, state: 'proposed' } as const;
  const request = useRead('listMonthRequests', { input: { query } }).data?.items[0];
  return (
    <Page
      title={t.titleOf(month.month)}
      lead={<State words={monthStateWords} is={month.state} />}
      aside={<MonthActions month={month} isAsked={request !== undefined} />}
    >
      {request === undefined ? null : <Waits request={request} />}
      {month.figures === null ? null : (
        <Panel>
          <Facts
            facts={[
              [t.closedAt, <Kst key="at" at={month.closedAt} />],
              [t.postings, month.figures.postings],
              [t.entries, month.figures.entries],
              [t.hash, <Id key="hash" id={month.figures.balancesHash} />, 'wide'],
            ]}
          />
        </Panel>
      )}
      <Parts
        label={t.title}
        parts={[
          { key: 'checklist', title: t.checklist, of: () => <MonthChecklist month={month} /> },
          { key: 'report', title: t.report, of: () => <MonthReport month={month.month} part="lines" /> },
          { key: 'accounts', title: t.accounts, of: () => <MonthReport month={month.month} part="accounts" /> },
          { key: 'requests', title: t.requests, of: () => <MonthRequests month={month.month} /> },
        ]}
      />
    </Page>
  );
}

/** The request that waits for a second person. */
function Waits({ request }: Readonly<{ request: MonthRequest }>) {
  const t = useTexts(monthTexts);
  const { language } = useLanguage();
  const isOwn = useActor() === request.proposedBy;
  const params = { requestId: request.id };
  return (
    <Alert color="yellow" title={t.waits(wordFor(requestKindWords, request.kind, language), request.proposedBy)}>
      <bdi>{request.reason}</bdi>
      <Group gap="xs" mt="sm">
        <ActionButton
          operation="approveMonthRequest"
          subject={request.id}
          label={t.approve}
          tone="primary"
          text={<p>{t.approveText}</p>}
          input={() => ({ params })}
          unless={isOwn ? t.own : undefined}
        />
        <ActionButton
          operation="rejectMonthRequest"
          subject={request.id}
          label={t.reject}
          tone="danger"
          text={<p>{t.rejectText}</p>}
          input={() => ({ params })}
          unless={isOwn ? t.own : undefined}
        />
      </Group>
    </Alert>
  );
}
