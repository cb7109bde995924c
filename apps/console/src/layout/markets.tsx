import type { Market } from '@jeongsan/platform-contract';
import { Button, Menu } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useSession } from '../api/session.js';
import { useTexts } from '../texts/texts.js';
import classes from './frame.module.css';
import { layoutTexts } from './layout.texts.js';

/** Which market this console is of, and the way to the consoles of the others. */
export function Markets() {
  const t = useTexts(layoutTexts);
  const { data } = useSession();
  const screen = useLocation({ select: ({ pathname }) => pathname.split('/')[1] ?? '' });
  const own = data?.markets.find(({ isThis }) => isThis);
  if (data === undefined || own === undefined) return null;
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" size="xs" aria-label={`${t.market}: ${own.name}`} data-market={own.name}>
          <bdi className={classes.name}>{own.name}</bdi>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.otherMarkets}</Menu.Label>
        {data.markets
          .filter(({ isThis }) => !isThis)
          .map((market) => (
            <Menu.Item key={market.consoleUrl} component="a" href={addressIn(market, screen)}>
              <bdi>{market.name}</bdi>
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The same screen of another market: ids are of one market, so that the list stands for its items. */
const addressIn = ({ consoleUrl }: Market, screen: string): string => `${consoleUrl}/${screen}`;
