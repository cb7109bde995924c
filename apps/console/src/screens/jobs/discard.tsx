import { Button, Group, Modal, Stack } from '@mantine/core';
import type { Service } from '@jeongsan/platform-contract';
import { type FormEvent, useState } from 'react';
import { serviceOperations } from '../../api/client.js';
import { useServiceAct } from '../../api/service-reads.js';
import { useMe } from '../../api/session.js';
import { ActionField } from '../../blocks/action-button/action-field.js';
import { type Field, faultIn } from '../../blocks/action-button/action.js';
import { useDraft } from '../../blocks/action-button/draft.js';
import { blockTexts } from '../../blocks/blocks.texts.js';
import { Failure } from '../../blocks/failure.js';
import { useTexts } from '../../texts/texts.js';
import { jobTexts } from './jobs.texts.js';

const [, , scope] = serviceOperations.discardDeadJob;

/** Gives a dead job up for good, with a reason. */
export function Discard({ service, id }: Readonly<{ service: Service; id: string }>) {
  const t = useTexts(jobTexts);
  const b = useTexts(blockTexts);
  const act = useServiceAct(service, 'discardDeadJob');
  const { isOpen, values, open, close, write } = useDraft(`draft discardDeadJob ${service} ${id}`, {});
  const [isTried, setTried] = useState(false);
  if (!(useMe().data?.scopes.includes(scope) ?? false)) return null;
  const field: Field = { name: 'reason', kind: 'reason', label: t.reason };
  const reason = values['reason'] ?? '';
  const fault = faultIn(field, reason);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault === undefined) act.mutate({ params: { id }, body: { reason } }, { onSuccess: close });
  };
  return (
    <>
      <Button size="xs" variant="outline" color="red" data-operation="discardDeadJob" onClick={open}>
        {t.discard}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t.discard} closeButtonProps={{ 'aria-label': b.cancel }}>
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            <p>{t.discardText}</p>
            <ActionField
              field={field}
              value={reason}
              fault={isTried ? fault : undefined}
              isFirst
              onChange={(text) => write('reason', text)}
            />
            {act.error ? <Failure error={act.error} /> : null}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                {b.cancel}
              </Button>
              <Button type="submit" color="red" loading={act.isPending} data-confirms="discardDeadJob">
                {t.discard}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
