import { Table } from '@mantine/core';
import { useMe, useSession } from '../../api/session.js';
import { Facts } from '../../blocks/facts.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import type { OutputOf } from '../../api/names.js';
import { useTexts } from '../../texts/texts.js';
import { meTexts } from './me.texts.js';

/** Who is signed in, and what this person may do. */
export function Me() {
  const t = useTexts(meTexts);
  const { data: session } = useSession();
  return (
    <Page title={t.title}>
      <Loaded of={useMe()}>
        {(me) => (
          <>
            <Panel>
              <Facts
                facts={[
                  [t.name, <bdi key="name">{session?.name ?? me.actor}</bdi>],
                  [t.actor, me.actor],
                  [t.roles, me.roles.join(', ')],
                  [t.signedIn, <Kst key="at" at={me.signedIn?.at} />],
                  [t.idle, <Kst key="idle" at={session?.idleEndsAt} />],
                  [t.ends, <Kst key="ends" at={session?.endsAt} />],
                  [t.scopes, me.scopes.join(', '), 'wide'],
                ]}
              />
            </Panel>
            {me.approval === null ? null : <Approval approval={me.approval} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

type Shown = Readonly<{ approval: NonNullable<OutputOf<'getMe'>['approval']> }>;

function Approval({ approval }: Shown) {
  const t = useTexts(meTexts);
  return (
    <Panel title={t.limits}>
      <Facts
        facts={[
          [t.limit, approval.limit === null ? t.noLimit : <Money key="limit" won={approval.limit} />],
          [t.above, <Money key="above" won={approval.signInAbove} />],
          [t.fresh, t.within(Math.floor(approval.signInWithinSeconds / 60))],
        ]}
      />
      <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.decision}</Table.Th>
              <Table.Th>{t.how}</Table.Th>
              <Table.Th ta="end">{t.upTo}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {approval.decides.map(({ decision, as, upTo }) => (
              <Table.Tr key={`${decision} ${as}`}>
                <Table.Td>{decision}</Table.Td>
                <Table.Td>{t[as]}</Table.Td>
                <Table.Td ta="end">{upTo === null ? t.noLimit : <Money won={upTo} />}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
