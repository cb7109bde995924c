import { AppShell, ScrollArea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useTexts } from '../texts/texts.js';
import { Header } from './header.js';
import { layoutTexts } from './layout.texts.js';
import { Navigation } from './navigation.js';
import { Palette } from './palette.js';
import { SignedIn } from './signed-in.js';
import classes from './frame.module.css';

const MAIN = 'main';

/** What surrounds every screen. */
export function Frame() {
  const t = useTexts(layoutTexts);
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <SignedIn>
      <a href={`#${MAIN}`} className={classes.skip}>
        {t.skip}
      </a>
      <AppShell
        header={{ height: 52 }}
        navbar={{ width: 220, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
        padding="md"
      >
        <AppShell.Header>
          <Header isOpen={isOpen} toggle={toggle} />
        </AppShell.Header>
        <AppShell.Navbar p="xs" component="div">
          <ScrollArea>
            <Navigation onGo={close} />
          </ScrollArea>
        </AppShell.Navbar>
        <AppShell.Main id={MAIN} tabIndex={-1}>
          <div className={classes.main}>
            <Outlet />
          </div>
        </AppShell.Main>
      </AppShell>
      <Palette />
    </SignedIn>
  );
}
