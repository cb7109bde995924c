import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { createElement } from 'react';
import { readSearch, type Search, writeSearch } from './layout/address.js';
import { Allowed } from './layout/allowed.js';
import { Broken, NotFound } from './layout/fallbacks.js';
import { Frame } from './layout/frame.js';
import type { Screen } from './layout/screen.js';
import { screens } from './screens/screens.js';

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFound,
  errorComponent: Broken,
  validateSearch: (search: Record<string, unknown>): Search => search as Search,
});

const routeOf = ({ path, needs, show }: Screen) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: () => <Allowed needs={needs}>{createElement(show)}</Allowed>,
    errorComponent: Broken,
  });

/** The router of the console: the table of screens below /console. */
export const router = createRouter({
  routeTree: root.addChildren(screens.map(routeOf)),
  basepath: '/console',
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  scrollRestoration: true,
  defaultPreload: false,
});
