import type { RouteComponent } from '@tanstack/react-router';
import type { Name } from '../api/names.js';
import type { Word } from '../texts/words.js';

export const groups = {
  today: ['Today', '오늘'],
  moneyOut: ['Money out', '나가는 돈'],
  moneyIn: ['Money in', '들어온 돈'],
  books: ['Books', '장부'],
  people: ['People', '사람'],
  platform: ['Platform', '플랫폼'],
  me: ['Me', '나'],
} as const satisfies Record<string, Word>;
export type Group = keyof typeof groups;

/** One screen of the console. */
export type Screen = Readonly<{
  /** Below /console; parameters begin with `$`. */
  path: `/${string}`;
  title: Word;
  /** The operation that the screen cannot do without: without the right to it the screen says so, and stands in no menu. */
  needs?: Name;
  /** Where it stands in the navigation; absent: it is reached from other screens. */
  group?: Group;
  /** A lazy component: `lazyRouteComponent(() => import('./run-list.js'), 'RunList')`. */
  show: RouteComponent;
}>;
