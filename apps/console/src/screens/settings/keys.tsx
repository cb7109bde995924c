import { NativeSelect, Stack } from '@mantine/core';
import type { Service } from '@jeongsan/platform-contract';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { ServiceList } from '../../blocks/resource-list/service-list.js';
import { State } from '../../blocks/state.js';
import { useAddress } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { choicesOf, type Word } from '../../texts/words.js';
import { isService, serviceWords } from '../jobs/jobs.words.js';
import { roleWords } from './roles.words.js';
import { settingTexts } from './settings.texts.js';

const FIRST: Service = 'payout-scheduler';
const validWords = {
  true: ['Valid', '유효함', 'good'],
  false: ['Not valid', '유효하지 않음', 'bad'],
} as const satisfies Record<string, Word>;

/** The keys that one service accepts. The keys themselves are shown nowhere. */
export function Keys() {
  const t = useTexts(settingTexts);
  const { language } = useLanguage();
  const [search, change] = useAddress();
  const service = isService(search['service']) ? search['service'] : FIRST;
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t.service}
        size="xs"
        maw={280}
        data={choicesOf(serviceWords, language)}
        value={service}
        onChange={(event) => change({ service: event.currentTarget.value })}
      />
      <ServiceList
        service={service}
        name="listKeys"
        label={t.keys}
        empty={t.keysEmpty}
        idOf={(key) => key.id}
        columns={[
          { key: 'id', title: t.key, cell: (key) => <Id id={key.id} at={places.decisions({ actor: key.actor })} /> },
          { key: 'valid', title: t.valid, cell: (key) => <State words={validWords} is={String(key.isValid)} /> },
          { key: 'roles', title: t.role, cell: (key) => key.roles.join(', ') },
          { key: 'seen', title: t.seen, width: '15rem', cell: (key) => <Kst at={key.lastSeenAt} seconds /> },
          { key: 'made', title: t.made, width: '12rem', cell: (key) => <Kst at={key.madeAt} /> },
          { key: 'expires', title: t.expires, width: '12rem', cell: (key) => <Kst at={key.expiresAt} /> },
          { key: 'revoked', title: t.revoked, width: '12rem', cell: (key) => <Kst at={key.revokedAt} /> },
          {
            key: 'scopes',
            title: t.scopes,
            isExtra: true,
            width: 'minmax(16rem, 2fr)',
            cell: (key) => key.scopes.join(', '),
          },
        ]}
        filters={[
          { key: 'role', label: t.role, kind: 'choice', words: roleWords },
          { key: 'valid', label: t.valid, kind: 'choice', words: validWords },
        ]}
      />
    </Stack>
  );
}
