import { Button, Menu } from '@mantine/core';
import { useAddress } from '../../layout/address.js';
import { useTexts } from '../../texts/texts.js';
import { blockTexts } from '../blocks.texts.js';
import { type Column, shownColumns, withColumn } from './columns.js';

/** Which columns are shown. */
export function ColumnChooser<T>({ columns }: Readonly<{ columns: readonly Column<T>[] }>) {
  const t = useTexts(blockTexts);
  const [search, change] = useAddress();
  const shown = new Set(shownColumns(columns, search).map(({ key }) => key));
  return (
    <Menu closeOnItemClick={false}>
      <Menu.Target>
        <Button size="xs" variant="default">
          {t.columns}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map(({ key, title }) => (
          <Menu.CheckboxItem
            key={key}
            checked={shown.has(key)}
            onChange={() => change(withColumn(columns, search, key))}
          >
            {title}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
