import { Button, Group, Modal, Stack } from '@mantine/core';
import type { Service } from '@jeongsan/platform-contract';
import { useState } from 'react';
import { useMe } from '../../api/session.js';
import { serviceOperations } from '../../api/client.js';
import { blockTexts } from '../../blocks/blocks.texts.js';
import { Failure } from '../../blocks/failure.js';
import { useTexts } from '../../texts/texts.js';
import { jobTexts } from './jobs.texts.js';
import { useServiceAct } from '../../api/service-reads.js';

type Shown = Readonly<{ service: Service; of: Readonly<{ id: string }> | Readonly<{ job: string }> }>;

/** Lets one dead job run again, or all of a kind. */
export function Revive({ service, of }: Shown) {
  const t = useTexts(jobTexts);
  const one = useServiceAct(service, 'reviveDeadJob');
  const all = useServiceAct(service, 'reviveDeadJobs');
  const act = 'id' in of ? one : all;
  const name = 'id' in of ? 'reviveDeadJob' : 'reviveDeadJobs';
  const [isOpen, setOpen] = useState(false);
  const b = useTexts(blockTexts);
  const [, , scope] = serviceOperations[name];
  const may = useMe().data?.scopes.includes(scope) ?? false;
  if (!may) return null;
  const label = 'id' in of ? t.revive : t.reviveAll(of.job);
  const done = { onSuccess: () => setOpen(false) };
  const confirm = () => ('id' in of ? one.mutate({ params: of }, done) : all.mutate({ body: { job: of.job } }, done));
  return (
    <>
      <Button size="xs" variant="default" data-operation={name} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={label} closeButtonProps={{ 'aria-label': b.cancel }}>
        <Stack gap="sm">
          <p>{'id' in of ? t.reviveText : t.reviveAllText}</p>
          {act.error ? <Failure error={act.error} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setOpen(false)}>
              {b.cancel}
            </Button>
            <Button loading={act.isPending} data-confirms={name} onClick={confirm}>
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
