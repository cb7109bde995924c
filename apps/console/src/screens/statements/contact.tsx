import { Group } from '@mantine/core';
import { ApiFailure } from '@jeongsan/client/browser';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Facts } from '../../blocks/facts.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Panel } from '../../blocks/panel.js';
import { InWords } from '../../blocks/state.js';
import { useTexts } from '../../texts/texts.js';
import { statementTexts } from './statements.texts.js';
import { languageWords } from './statements.words.js';

const MISSING = 'STATEMENT_CONTACT_NOT_FOUND';

/** Where the statements of a seller go. */
export function Contact({ sellerId }: Readonly<{ sellerId: string }>) {
  const t = useTexts(statementTexts);
  const contact = useRead('getStatementContact', { input: { params: { sellerId } } });
  const isMissing = contact.error instanceof ApiFailure && contact.error.code === MISSING;
  return (
    <Panel title={t.contact}>
      {isMissing ? t.contactNone : <Loaded of={contact}>{(data) => <Shown contact={data} />}</Loaded>}
      <Group gap="xs">
        <ActionButton
          operation="setStatementContact"
          subject={sellerId}
          label={t.setContact}
          fields={[
            { name: 'email', kind: 'text', label: t.email },
            { name: 'language', kind: 'choice', label: t.language, words: languageWords, initial: 'ko' },
          ]}
          input={({ email = '', language }) => ({
            params: { sellerId },
            body: { email: email.trim(), language: language === 'en' ? ('en' as const) : ('ko' as const) },
          })}
        />
        {isMissing ? null : (
          <ActionButton
            operation="removeStatementContact"
            subject={sellerId}
            label={t.removeContact}
            tone="danger"
            text={<p>{t.removeContactText}</p>}
            input={() => ({ params: { sellerId } })}
          />
        )}
      </Group>
    </Panel>
  );
}

function Shown({ contact }: Readonly<{ contact: OutputOf<'getStatementContact'> }>) {
  const t = useTexts(statementTexts);
  return (
    <Facts
      facts={[
        [t.email, <bdi key="email">{contact.email}</bdi>],
        [t.language, <InWords key="language" words={languageWords} is={contact.language} />],
        [t.setBy, contact.setBy],
        [t.setAt, <Kst key="at" at={contact.setAt} />],
      ]}
    />
  );
}
