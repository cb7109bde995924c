import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { saveFile } from '../../api/downloads.js';
import type { InputOf } from '../../api/names.js';
import { Failure } from '../../blocks/failure.js';
import { Page } from '../../blocks/page.js';
import { useChosen } from '../../blocks/resource-list/list-frame.js';
import { useTexts } from '../../texts/texts.js';
import { BreakRows, useBreakFilters } from './break-rows.js';
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

/** The list as a sheet to fill in, with the filters that are set. */
function Sheet() {
  const t = useTexts(reconciliationTexts);
  // Whether the values of the filters are right, the service says.
  const query = useChosen(useBreakFilters()) as InputOf<'exportBreaks'>['query'];
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.exportBreaks({ query }),
    onSuccess: (file) => saveFile(file, 'breaks.csv'),
    onError: (error) => notifications.show({ color: 'red', message: <Failure error={error} />, autoClose: false }),
  });
  return (
    <Button variant="default" loading={isPending} title={t.sheetHint} onClick={() => mutate()}>
      {t.sheet}
    </Button>
  );
}
