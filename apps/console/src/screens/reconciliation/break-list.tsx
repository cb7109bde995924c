import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { saveFile } from '../../api/downloads.js';
import { Failure } from '../../blocks/failure.js';
import { Page } from '../../blocks/page.js';
import { useTexts } from '../../texts/texts.js';
import { BreakRows } from './break-rows.js';
import { reconciliationTexts } from './reconciliation.texts.js';

/** Differences between our records and another's, the oldest first. */
export function BreakList() {
  const t = useTexts(reconciliationTexts);
  return (
    <Page title={t.breaks} aside={<Sheet />}>
      <BreakRows />
    </Page>
  );
}

function Sheet() {
  const t = useTexts(reconciliationTexts);
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.exportBreaks({ query: { open: 'true' } }),
    onSuccess: (file) => saveFile(file, 'breaks.csv'),
    onError: (error) => notifications.show({ color: 'red', message: <Failure error={error} />, autoClose: false }),
  });
  return (
    <Button variant="default" loading={isPending} title={t.sheetHint} onClick={() => mutate()}>
      {t.sheet}
    </Button>
  );
}
