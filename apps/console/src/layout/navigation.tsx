import { NavLink } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useMay } from '../api/session.js';
import { screens } from '../screens/screens.js';
import { useLanguage } from '../texts/language.js';
import { useTexts } from '../texts/texts.js';
import { layoutTexts } from './layout.texts.js';
import { type Group, groups, type Screen } from './screen.js';
import classes from './frame.module.css';

/** The screens by group, as far as the roles of the person show them. */
export function Navigation({ onGo }: Readonly<{ onGo: () => void }>) {
  const t = useTexts(layoutTexts);
  const { language } = useLanguage();
  const may = useMay();
  const isShown = ({ needs }: Screen) => needs === undefined || may(needs);
  return (
    <nav aria-label={t.navigation}>
      {(Object.keys(groups) as Group[]).map((group) => {
        const own = screens.filter((screen) => screen.group === group && isShown(screen));
        if (own.length === 0) return null;
        const name = groups[group][language === 'en' ? 0 : 1];
        return (
          <div key={group} role="group" aria-label={name}>
            {own.length === 1 && own[0]?.title[0] === groups[group][0] ? null : (
              <div className={classes.group}>{name}</div>
            )}
            {own.map((screen) => (
              <Entry key={screen.path} screen={screen} onGo={onGo} />
            ))}
          </div>
        );
      })}
    </nav>
  );
}

function Entry({ screen: { path, title }, onGo }: Readonly<{ screen: Screen; onGo: () => void }>) {
  const { language } = useLanguage();
  const { pathname } = useLocation();
  const isHere = entryOf(pathname) === path;
  return (
    <NavLink
      label={title[language === 'en' ? 0 : 1]}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      onClick={onGo}
      renderRoot={(props) => <Link {...props} to={path} />}
    />
  );
}

/** The entry of the navigation at or below which an address lies: /runs for /runs/1. */
const entryOf = (pathname: string): string | undefined =>
  screens
    .filter(({ group, path }) => group !== undefined && isWithin(pathname, path))
    .map(({ path }) => path)
    .sort((a, b) => b.length - a.length)[0];

const isWithin = (pathname: string, path: string): boolean =>
  pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));
