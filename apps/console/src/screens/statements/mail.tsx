import { useRead } from '../../api/reads.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Facts } from '../../blocks/facts.js';
import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { State } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { MailFailureText } from './mail-failure-text.js';
import { statementTexts } from './statements.texts.js';
import { mailStateWords } from './statements.words.js';

/** One e-mail of a statement, and what became of it. */
export function Mail() {
  const t = useTexts(statementTexts);
  const params = { mailId: useParam('mailId') };
  return (
    <Loaded of={useRead('getStatementMail', { input: { params } })}>
      {(mail) => (
        <Page
          title={t.mailOf(mail.sellerId)}
          lead={<State words={mailStateWords} is={mail.state} />}
          aside={
            <ActionButton
              operation="mailAgain"
              subject={mail.id}
              label={t.again}
              text={<p>{t.againText}</p>}
              input={() => ({ params })}
              unless={mail.state === 'unsent' ? t.againNot : undefined}
            />
          }
        >
          <Panel>
            <Facts
              facts={[
                [t.seller, <Id key="seller" id={mail.sellerId} at={places.seller(mail.sellerId)} />],
                mail.statementId !== null && [
                  t.about,
                  <Id key="statement" id={mail.statementId} at={places.statement(mail.statementId)} />,
                ],
                mail.month !== null && [
                  t.month,
                  <Go key="month" at={places.monthlyStatement(mail.month, mail.sellerId)}>
                    {mail.month}
                  </Go>,
                ],
                [t.format, mail.format.toUpperCase()],
                [t.askedBy, mail.askedBy],
                [t.askedAt, <Kst key="asked" at={mail.askedAt} />],
                [t.attempts, mail.attempts],
                [t.problem, mail.problem],
                [t.nextTryAt, <Kst key="next" at={mail.nextTryAt} />],
                [t.sentAt, <Kst key="sent" at={mail.sentAt} />],
                [t.failedAt, <Kst key="failed" at={mail.failedAt} />],
                [t.failure, <MailFailureText key="failure" mail={mail} />],
              ]}
            />
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}
