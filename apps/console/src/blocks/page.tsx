import { Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import classes from './blocks.module.css';

type Shown = Readonly<{
  /** The title of the page and of the browser's tab. */
  title: string;
  lead?: ReactNode;
  /** Buttons, and the state of what is shown. */
  aside?: ReactNode;
  children: ReactNode;
}>;

/** A screen: its heading, what can be done, and its parts. */
export function Page({ title, lead, aside, children }: Shown) {
  useEffect(() => {
    document.title = `${title} · 정산 Jeongsan`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className={classes.heading}>
          <Title order={1} size="h2">
            {title}
          </Title>
          {lead}
        </div>
        <Group gap="xs">{aside}</Group>
      </Group>
      {children}
    </Stack>
  );
}
