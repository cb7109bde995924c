import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { saveFile } from '../../api/downloads.js';
import type { InputOf, ListName } from '../../api/names.js';
import { useTexts } from '../../texts/texts.js';
import { blockTexts } from '../blocks.texts.js';
import { Failure } from '../failure.js';

type Parts = Parameters<typeof api.csv>[1];

/** The whole list as a file, with the filters that are set. */
export function CsvButton<N extends ListName>({ name, input }: Readonly<{ name: N; input: InputOf<N> }>) {
  const t = useTexts(blockTexts);
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.csv(name, input as Parts),
    onSuccess: (file) => saveFile(file, `${name}.csv`),
    onError: (error) => notifications.show({ color: 'red', message: <Failure error={error} />, autoClose: false }),
  });
  return (
    <Button size="xs" variant="default" loading={isPending} title={t.csvHint} onClick={() => mutate()}>
      {t.csv}
    </Button>
  );
}
