import type { OutputOf } from '../../api/names.js';
import { api } from '../../api/client.js';
import { useRead } from '../../api/reads.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { Parts } from '../../blocks/parts.js';
import { Reason } from '../../blocks/reason.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { Contact } from './contact.js';
import { Documents } from './documents.js';
import { StatementLines } from './statement-lines.js';
import { StatementBalance, StatementKinds, StatementPayouts } from './statement-sums.js';
import { statementTexts } from './statements.texts.js';
import { formatIn, formatWords } from './statements.words.js';

type StatementDetail = OutputOf<'getStatement'>;

/** One statement: what was owed, by which movements, and what became of it. */
export function Statement() {
  const statementId = useParam('statementId');
  const statement = useRead('getStatement', { input: { params: { statementId } } });
  return <Loaded of={statement}>{(data) => <Whole statement={data} />}</Loaded>;
}

function Whole({ statement }: Readonly<{ statement: StatementDetail }>) {
  const t = useTexts(statementTexts);
  const { id, sellerId, businessDate } = statement;
  return (
    <Page
      title={t.titleOf(sellerId, businessDate)}
      aside={
        <>
          <Documents
            operation="getStatementDocument"
            name={`${sellerId}-${businessDate}`}
            file={(format, lang) => api.getStatementDocument({ params: { statementId: id }, query: { format, lang } })}
          />
          <SendByMail id={id} />
        </>
      }
    >
      <Parts
        label={t.title}
        parts={[
          { key: 'sums', title: t.balance, of: () => <Sums statement={statement} /> },
          { key: 'lines', title: t.linesOf(statement.lineCount), of: () => <StatementLines statementId={id} /> },
          { key: 'contact', title: t.contact, of: () => <Contact sellerId={sellerId} /> },
        ]}
      />
    </Page>
  );
}

function SendByMail({ id }: Readonly<{ id: string }>) {
  const t = useTexts(statementTexts);
  return (
    <ActionButton
      operation="mailStatement"
      subject={id}
      label={t.mail}
      text={<p>{t.mailText}</p>}
      fields={[{ name: 'format', kind: 'choice', label: t.format, words: formatWords, initial: 'pdf' }]}
      input={({ format }) => ({ params: { statementId: id }, body: { format: formatIn(format) } })}
    />
  );
}

function Sums({ statement }: Readonly<{ statement: StatementDetail }>) {
  const t = useTexts(statementTexts);
  const { id, sellerId, runId, period, debtRepaid, heldBack, holdReason } = statement;
  return (
    <>
      <Panel>
        <Facts
          facts={[
            [t.seller, <Id key="seller" id={sellerId} at={places.seller(sellerId)} />],
            [t.run, <Id key="run" id={runId} at={places.run(runId)} />],
            [
              t.period,
              <span key="period">
                {period.from === null ? t.first : <Kst at={period.from} />} – <Kst at={period.until} /> ({t.periodOf})
              </span>,
              'wide',
            ],
            holdReason !== null && [t.carriedWhy, <Reason key="why" code={holdReason} />, 'wide'],
            [t.heldBack, <Money key="held" won={heldBack} />],
            [t.debtRepaid, <Money key="debt" won={debtRepaid} />],
            [t.id, <Id key="id" id={id} />],
          ]}
        />
      </Panel>
      <StatementBalance sums={statement} lines={places.statementLines(id)} />
      <StatementKinds sums={statement} lines={places.statementLines(id)} />
      <StatementPayouts sums={statement} />
    </>
  );
}
