import { Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './blocks.module.css';

type Shown = Readonly<{ title?: ReactNode; aside?: ReactNode; children: ReactNode; id?: string }>;

/** A part of a page with a heading. */
export function Panel({ title, aside, children, id }: Shown) {
  return (
    <section className={classes.panel} id={id}>
      <Stack gap="sm">
        {title === undefined ? null : (
          <Group justify="space-between" align="baseline" gap="xs">
            <Title order={2} size="h4">
              {title}
            </Title>
            {aside}
          </Group>
        )}
        {children}
      </Stack>
    </section>
  );
}
