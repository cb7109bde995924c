import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { WireFile } from '@jeongsan/client/browser';
import { saveFile } from '../api/downloads.js';
import type { Name } from '../api/names.js';
import { useMay } from '../api/session.js';
import { Failure } from './failure.js';

type Shown = Readonly<{
  /** The operation whose scope is needed. */
  operation: Name;
  label: string;
  /** The name of the file where the answer gives none. */
  fileName: string;
  file: () => Promise<WireFile>;
}>;

/** A button that saves a file of the API. */
export function DownloadButton({ operation, label, fileName, file }: Shown) {
  const may = useMay();
  const { mutate, isPending } = useMutation({
    mutationFn: file,
    onSuccess: (answer) => saveFile(answer, fileName),
    onError: (error) => notifications.show({ color: 'red', message: <Failure error={error} />, autoClose: false }),
  });
  if (!may(operation)) return null;
  return (
    <Button variant="default" size="xs" loading={isPending} onClick={() => mutate()} data-operation={operation}>
      {label}
    </Button>
  );
}
