import { ApiFailure } from '@jeongsan/client/browser';
import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/acts.js';
import type { Name } from '../../api/names.js';
import { signIn } from '../../api/session.js';
import { useTexts } from '../../texts/texts.js';
import { blockTexts } from '../blocks.texts.js';
import { Failure } from '../failure.js';
import { FileChoice } from '../file-choice.js';
import { type Action, faultIn, fileFaultIn, type Values } from './action.js';
import { ActionField } from './action-field.js';

export type Draft = Readonly<{ values: Values; close: () => void; write: (name: string, value: string) => void }>;
type Shown<N extends Name> = Readonly<{ action: Action<N>; draft: Draft }>;

/** The header of a dialog is none of the page. */
const notABanner = { header: { role: 'presentation' } };

/** Asks for what an action needs, does it, and says what came of it. */
export function ActionDialog<N extends Name>({ action, draft }: Shown<N>) {
  const { operation, label, fields = [], file, input, text, tone, onDone, result } = action;
  const t = useTexts(blockTexts);
  const act = useAct(operation);
  const [isTried, setTried] = useState(false);
  const faults = new Map(fields.map((field) => [field.name, faultIn(field, draft.values[field.name] ?? '')]));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const ofFile = file && fileFaultIn(file.file.current);
    if ([ofFile, ...faults.values()].some((fault) => fault !== undefined)) return;
    act.mutate(input(draft.values), {
      onSuccess: (output) => {
        if (result === undefined) {
          draft.close();
          notifications.show({ color: 'green', title: label, message: t.done });
        }
        onDone?.(output);
      },
    });
  };
  const dialog = { opened: true, onClose: draft.close, title: label, size: 'lg', attributes: notABanner };
  if (result !== undefined && act.data !== undefined)
    return (
      <Modal {...dialog} closeButtonProps={{ 'aria-label': t.close }}>
        <div role="status">{result(act.data)}</div>
        <Group justify="flex-end" mt="md">
          <Button onClick={draft.close}>{t.close}</Button>
        </Group>
      </Modal>
    );
  return (
    <Modal {...dialog} closeButtonProps={{ 'aria-label': t.cancel }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {text}
          {file && <FileChoice {...file} isTried={isTried} />}
          {fields.map((field, index) => (
            <ActionField
              key={field.name}
              field={field}
              isFirst={index === 0}
              value={draft.values[field.name] ?? ''}
              fault={isTried ? faults.get(field.name) : undefined}
              onChange={(value) => draft.write(field.name, value)}
            />
          ))}
          {act.error ? <Outcome error={act.error} /> : null}
          <Answer operation={operation} label={label} tone={tone} isPending={act.isPending} onCancel={draft.close} />
        </Stack>
      </form>
    </Modal>
  );
}

type Answered = Readonly<{
  operation: Name;
  label: string;
  tone: 'primary' | 'danger' | undefined;
  isPending: boolean;
  onCancel: () => void;
}>;

function Answer({ operation, label, tone, isPending, onCancel }: Answered) {
  const t = useTexts(blockTexts);
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        {t.cancel}
      </Button>
      <Button type="submit" loading={isPending} color={tone === 'danger' ? 'red' : undefined} data-confirms={operation}>
        {label}
      </Button>
    </Group>
  );
}

function Outcome({ error }: Readonly<{ error: Error }>) {
  const t = useTexts(blockTexts);
  if (error instanceof ApiFailure && error.code.endsWith('REAUTHENTICATION_REQUIRED'))
    return (
      <Alert color="yellow" title={t.freshTitle} role="alert">
        {t.freshText}
        <Group mt="xs">
          <Button size="xs" onClick={() => signIn({ fresh: true })}>
            {t.freshGo}
          </Button>
        </Group>
      </Alert>
    );
  return (
    <>
      {error instanceof ApiFailure && error.kind === 'unknown' ? (
        <Alert color="yellow" title={t.unknownTitle}>
          {t.unknownText}
        </Alert>
      ) : null}
      <Failure error={error} />
    </>
  );
}
