import { Text } from '@mantine/core';
import { operations } from '../../api/client.js';
import { useMe } from '../../api/session.js';
import { Grid } from '../../blocks/grid.js';
import { Panel } from '../../blocks/panel.js';
import { InWords } from '../../blocks/state.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { wordFor } from '../../texts/words.js';
import { roleScopes } from 'virtual:roles';
import { roleWords, scopeWords } from './roles.words.js';
import { settingTexts } from './settings.texts.js';

const roles = Object.keys(roleScopes);
const scopes = [...new Set(Object.values(roleScopes).flat())];
const operationsOf = (scope: string) =>
  Object.entries(operations).flatMap(([name, [, , needed]]) => (needed === scope ? [name] : []));

/** Every right, the operations that need it, and the roles that have it. */
export function RoleTable() {
  const t = useTexts(settingTexts);
  const { language } = useLanguage();
  const own = useMe().data?.roles ?? [];
  return (
    <Panel>
      <Text size="sm">{t.rolesText}</Text>
      <Grid
        caption={t.roles}
        items={scopes}
        keyOf={(scope) => scope}
        columns={[
          { title: t.right, cell: (scope) => <Right scope={scope} /> },
          ...roles.map((role) => ({
            title: `${wordFor(roleWords, role, language)}${own.includes(role) ? ' ●' : ''}`,
            cell: (scope: string) => <Has isHeld={roleScopes[role]?.includes(scope) ?? false} />,
          })),
        ]}
      />
    </Panel>
  );
}

function Right({ scope }: Readonly<{ scope: string }>) {
  const t = useTexts(settingTexts);
  const names = operationsOf(scope);
  return (
    <>
      <InWords words={scopeWords} is={scope} /> <code>{scope}</code>
      <details>
        <summary>{t.operations(names.length)}</summary>
        {names.join(', ')}
      </details>
    </>
  );
}

function Has({ isHeld }: Readonly<{ isHeld: boolean }>) {
  const t = useTexts(settingTexts);
  return (
    <>
      <span aria-hidden>{isHeld ? '✓' : '·'}</span>
      <span className="visually-hidden">{isHeld ? t.may : t.mayNot}</span>
    </>
  );
}
