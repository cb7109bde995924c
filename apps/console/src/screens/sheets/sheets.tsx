import { Group, Text } from '@mantine/core';
import { useRef } from 'react';
import { api } from '../../api/client.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { DownloadButton } from '../../blocks/download-button.js';
import { contentOf } from '../../blocks/file-choice.js';
import { Go } from '../../blocks/go.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { sheetTexts } from './sheets.texts.js';

/** Breaks as a spreadsheet, there and back. */
export function Sheets() {
  const t = useTexts(sheetTexts);
  return (
    <Page title={t.title}>
      <Panel>
        <Text size="sm">{t.how}</Text>
        <Group gap="xs">
          <DownloadButton
            operation="exportBreaks"
            label={t.download}
            fileName="breaks.csv"
            file={() => api.exportBreaks()}
          />
          <Upload operation="previewBreakSheet" label={t.uploadBreaks} />
          <Upload operation="previewDecisionSheet" label={t.uploadDecisions} />
        </Group>
      </Panel>
    </Page>
  );
}

type Shown = Readonly<{ operation: 'previewBreakSheet' | 'previewDecisionSheet'; label: string }>;

function Upload({ operation, label }: Shown) {
  const t = useTexts(sheetTexts);
  const file = useRef<File | null>(null);
  return (
    <ActionButton
      operation={operation}
      subject="new"
      label={label}
      file={{ label: t.file, placeholder: t.choose, accept: '.csv,.txt', file }}
      input={async () => ({ body: { content: await contentOf(file) } })}
      result={({ id }) => <Go at={places.sheet(id)}>{t.open}</Go>}
    />
  );
}
