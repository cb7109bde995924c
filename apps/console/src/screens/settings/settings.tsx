import { Page } from '../../blocks/page.js';
import { Parts } from '../../blocks/parts.js';
import { useMay } from '../../api/session.js';
import { useTexts } from '../../texts/texts.js';
import { Keys } from './keys.js';
import { RoleTable } from './role-table.js';
import { settingTexts } from './settings.texts.js';

/** Who may do what, and which keys each service accepts. */
export function Settings() {
  const t = useTexts(settingTexts);
  const may = useMay();
  const roles = { key: 'roles', title: t.roles, of: () => <RoleTable /> };
  const keys = { key: 'keys', title: t.keys, of: () => <Keys /> };
  return (
    <Page title={t.title}>
      <Parts label={t.title} keeps={['service']} parts={may('listKeys') ? [roles, keys] : [roles]} />
    </Page>
  );
}
