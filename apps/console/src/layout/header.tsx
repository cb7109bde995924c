import { ActionIcon, Burger, Button, Kbd, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePlatformNow } from '../api/clock.js';
import { useRead } from '../api/reads.js';
import { signOut, useMay, useSession } from '../api/session.js';
import { State } from '../blocks/state.js';
import { useLanguage } from '../texts/language.js';
import { useTexts } from '../texts/texts.js';
import { inKorea } from '../texts/times.js';
import { sendingWords } from '../texts/states.js';
import { layoutTexts } from './layout.texts.js';
import { Markets } from './markets.js';
import { openPalette } from './open-palette.js';
import classes from './frame.module.css';

type Shown = Readonly<{ isOpen: boolean; toggle: () => void }>;

/** The state of sending, the clock, the search, and who is signed in. */
export function Header({ isOpen, toggle }: Shown) {
  const t = useTexts(layoutTexts);
  return (
    <div className={classes.header}>
      <Burger opened={isOpen} onClick={toggle} hiddenFrom="md" size="sm" aria-label={t.openNavigation} />
      <Link to="/" className={classes.brand}>
        정산 <span className={classes.notTiny}>Jeongsan</span>
      </Link>
      <Markets />
      <Sending />
      <span className={classes.push} />
      <Clock />
      <Button variant="default" size="xs" onClick={openPalette}>
        <svg
          viewBox="0 0 24 24"
          width={16}
          height={16}
          className={classes.tinyOnly}
          aria-hidden
          fill="none"
          stroke="currentColor"
          strokeWidth={2.5}
        >
          <circle cx={10} cy={10} r={7} />
          <path d="M15.5 15.5 22 22" />
        </svg>
        <span className={classes.hiddenTiny}>{t.search}</span>
        <Kbd ml={8} size="xs" className={classes.wideOnly}>
          Ctrl K
        </Kbd>
      </Button>
      <Settings />
      <Person />
    </div>
  );
}

function Sending() {
  const may = useMay();
  const { data } = useRead('getDispatchControl', { everyMs: 30_000, isEnabled: may('getDispatchControl') });
  if (data === undefined) return null;
  return (
    <Link to="/sending" className={classes.notTiny}>
      <State words={sendingWords} is={data.state} />
    </Link>
  );
}

function Clock() {
  const now = usePlatformNow({ ticks: true });
  return (
    <time className={`${classes.clock} ${classes.wideOnly}`} dateTime={now.toISOString()}>
      {inKorea(now)} KST
    </time>
  );
}

function Settings() {
  const t = useTexts(layoutTexts);
  const { language, setLanguage } = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  return (
    <>
      <Button
        variant="default"
        size="xs"
        px={6}
        lang={language === 'en' ? 'ko' : 'en'}
        onClick={() => setLanguage(language === 'en' ? 'ko' : 'en')}
      >
        {t.language}
      </Button>
      <ActionIcon
        variant="subtle"
        aria-label={t.scheme}
        title={t.scheme}
        onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
      >
        <span aria-hidden>{scheme === 'dark' ? '☀' : '☾'}</span>
      </ActionIcon>
    </>
  );
}

function Person() {
  const t = useTexts(layoutTexts);
  const { data } = useSession();
  if (data === undefined) return null;
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" size="xs" aria-label={`${t.account}: ${data.name}`}>
          <bdi className={classes.name}>{data.name}</bdi>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{data.roles.join(', ')}</Menu.Label>
        <Menu.Item renderRoot={(props) => <Link {...props} to="/me" />}>{t.account}</Menu.Item>
        <Menu.Item onClick={() => void signOut()}>{t.signOut}</Menu.Item>
        <Menu.Item onClick={() => void signOut({ everywhere: true })}>{t.signOutEverywhere}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
