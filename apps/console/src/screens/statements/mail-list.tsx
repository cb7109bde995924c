import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Page } from '../../blocks/page.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { MailFailureText } from './mail-failure-text.js';
import { statementTexts } from './statements.texts.js';
import { mailStateWords } from './statements.words.js';

/** E-mails of statements, the newest first. */
export function MailList() {
  const t = useTexts(statementTexts);
  return (
    <Page title={t.mails}>
      <ResourceList
        name="listStatementMails"
        label={t.mails}
        empty={t.mailsEmpty}
        idOf={(mail) => mail.id}
        columns={[
          {
            key: 'asked',
            title: t.askedAt,
            width: '12rem',
            cell: (mail) => (
              <Go at={places.statementMail(mail.id)}>
                <Kst at={mail.askedAt} />
              </Go>
            ),
          },
          {
            key: 'seller',
            title: t.seller,
            cell: (mail) => <Id id={mail.sellerId} at={places.seller(mail.sellerId)} />,
          },
          { key: 'state', title: t.state, cell: (mail) => <State words={mailStateWords} is={mail.state} /> },
          { key: 'month', title: t.month, cell: (mail) => mail.month ?? '–' },
          {
            key: 'statement',
            title: t.title,
            cell: (mail) => (
              <Id id={mail.statementId} at={mail.statementId === null ? null : places.statement(mail.statementId)} />
            ),
          },
          { key: 'sent', title: t.sentAt, width: '12rem', cell: (mail) => <Kst at={mail.sentAt} /> },
          {
            key: 'failure',
            title: t.failure,
            width: 'minmax(12rem, 2fr)',
            cell: (mail) => <MailFailureText mail={mail} />,
          },
          { key: 'by', title: t.askedBy, isExtra: true, cell: (mail) => mail.askedBy },
          { key: 'attempts', title: t.attempts, align: 'end', isExtra: true, cell: (mail) => mail.attempts },
        ]}
        filters={[
          { key: 'state', label: t.state, kind: 'choice', words: mailStateWords },
          { key: 'sellerId', label: t.seller, kind: 'text' },
          { key: 'month', label: t.month, kind: 'month' },
          { key: 'from', label: t.from, kind: 'date' },
          { key: 'to', label: t.to, kind: 'date' },
        ]}
      />
    </Page>
  );
}
