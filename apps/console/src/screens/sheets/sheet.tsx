import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { useActor } from '../../api/session.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { InWords, State } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { sheetTexts } from './sheets.texts.js';
import { outcomeWords, sheetKindWords, sheetStateWords } from './sheets.words.js';

type SheetView = OutputOf<'getBreakSheet'>;

/** One uploaded spreadsheet: what each of its rows would do, and did. */
export function Sheet() {
  const t = useTexts(sheetTexts);
  const params = { sheetId: useParam('sheetId') };
  return (
    <Loaded of={useRead('getBreakSheet', { input: { params } })}>
      {(sheet) => (
        <Page title={t.title} lead={<State words={sheetStateWords} is={sheet.state} />} aside={<Apply sheet={sheet} />}>
          <Panel>
            <Facts
              facts={[
                [t.kind, <InWords key="kind" words={sheetKindWords} is={sheet.kind} />],
                [t.rows, sheet.rows],
                [t.uploadedBy, sheet.uploadedBy],
                [t.uploadedAt, <Kst key="at" at={sheet.uploadedAt} />],
                [t.expiresAt, <Kst key="until" at={sheet.expiresAt} />],
                [t.appliedAt, <Kst key="applied" at={sheet.appliedAt} />],
                [t.hash, <Id key="hash" id={sheet.contentHash} />, 'wide'],
              ]}
            />
          </Panel>
          <Panel title={t.rows}>
            <SheetRows sheetId={sheet.id} />
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}

function Apply({ sheet: { id, kind, state, rows, preview, uploadedBy } }: Readonly<{ sheet: SheetView }>) {
  const t = useTexts(sheetTexts);
  const isOwn = useActor() === uploadedBy;
  const refused = preview.refused ?? 0;
  return (
    <ActionButton
      operation={kind === 'breaks' ? 'applyBreakSheet' : 'applyDecisionSheet'}
      subject={id}
      label={t.apply}
      tone="primary"
      text={<p>{t.applyText(rows - refused, refused)}</p>}
      input={() => ({ params: { sheetId: id } })}
      unless={state === 'applied' || state === 'expired' ? t.applied : isOwn ? undefined : t.own}
    />
  );
}

function SheetRows({ sheetId }: Readonly<{ sheetId: string }>) {
  const t = useTexts(sheetTexts);
  return (
    <ResourceList
      name="listBreakSheetRows"
      input={{ params: { sheetId } }}
      label={t.rows}
      empty={t.rowsEmpty}
      idOf={({ row }) => String(row)}
      columns={[
        { key: 'row', title: t.row, width: '5rem', cell: ({ row }) => row },
        { key: 'break', title: t.break, cell: (r) => <Id id={r.breakId} at={places.break(r.breakId)} /> },
        { key: 'verb', title: t.verb, cell: ({ verb }) => <bdi>{verb}</bdi> },
        {
          key: 'amount',
          title: t.amount,
          align: 'end',
          cell: (r) => <Money won={r.amount} currency={r.currency ?? 'KRW'} />,
        },
        {
          key: 'preview',
          title: t.preview,
          width: '15rem',
          cell: (r) => <State words={outcomeWords} is={r.preview.outcome} />,
        },
        {
          key: 'result',
          title: t.result,
          width: '15rem',
          cell: (r) => (r.result === null ? '–' : <State words={outcomeWords} is={r.result.outcome} />),
        },
        { key: 'why', title: t.why, width: 'minmax(14rem, 2fr)', cell: (r) => (r.result ?? r.preview).detail ?? '–' },
      ]}
      filters={[{ key: 'outcome', label: t.outcome, kind: 'choice', words: outcomeWords }]}
    />
  );
}
