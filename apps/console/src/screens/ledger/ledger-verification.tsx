import { Alert, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '../../api/names.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Grid } from '../../blocks/grid.js';
import { Panel } from '../../blocks/panel.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { ledgerTexts } from './ledger.texts.js';

type Verdict = OutputOf<'verifyLedger'>;

/** Replays the ledger on demand, and shows what is not as it must be. */
export function LedgerVerification() {
  const t = useTexts(ledgerTexts);
  const [verdict, setVerdict] = useState<Verdict>();
  return (
    <Stack gap="sm">
      <Text size="sm">{t.verifyHint}</Text>
      <Group>
        <ActionButton
          operation="verifyLedger"
          subject="ledger"
          label={t.verify}
          text={<p>{t.verifyText}</p>}
          input={() => ({})}
          onDone={setVerdict}
        />
      </Group>
      {verdict === undefined ? null : <Shown verdict={verdict} />}
    </Stack>
  );
}

function Shown({ verdict }: Readonly<{ verdict: Verdict }>) {
  const t = useTexts(ledgerTexts);
  return (
    <>
      <Alert color={verdict.sound ? 'green' : 'red'} title={verdict.sound ? t.sound : t.unsound} role="status">
        <Facts
          facts={[
            [t.checkedPostings, verdict.postings],
            [t.checkedEntries, verdict.entries],
            [t.unbalanced, verdict.unbalanced],
            [t.drifted, verdict.drifted],
            [t.seals, verdict.sealsBroken],
          ]}
        />
      </Alert>
      <Panel title={t.flaws}>
        <Grid
          caption={t.flaws}
          empty={t.flawsNone}
          items={verdict.flaws}
          keyOf={(flaw) => `${flaw.check} ${flaw.subject}`}
          columns={[
            { title: t.check, cell: (flaw) => flaw.check },
            { title: t.row, cell: (flaw) => flaw.subject },
            {
              title: t.posting,
              cell: (flaw) => (
                <Id
                  id={flaw.postingKey}
                  at={flaw.postingKey === null ? null : places.postings({ key: flaw.postingKey })}
                />
              ),
            },
            {
              title: t.entries,
              cell: (flaw) => <Id id={flaw.entryId} at={flaw.entryId === null ? null : places.entry(flaw.entryId)} />,
            },
            { title: t.expected, cell: (flaw) => flaw.expected },
            { title: t.found, cell: (flaw) => flaw.found },
          ]}
        />
      </Panel>
    </>
  );
}
