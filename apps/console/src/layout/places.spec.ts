import { existsScreen, screens } from '../screens/screens.js';
import { foundKinds } from './found-places.js';
import { places } from './places.js';

test('an id cannot lead out of its screen', () => {
  expect(places.order('a/../../b?c#d')).toMatchObject({ to: '/orders/a%2F..%2F..%2Fb%3Fc%23d' });
  expect(places.payouts({ runId: 'r', state: undefined })).toEqual({ to: '/payouts', search: { runId: 'r' } });
});

test('a screen is found by its address', () => {
  expect(existsScreen('/runs/8d1ff97a')).toBe(true);
  expect(existsScreen('/runs/8d1ff97a/more')).toBe(false);
  expect(existsScreen('/nothing')).toBe(false);
});

test('every screen has a title in both languages, and an address of its own', () => {
  for (const { title } of screens) expect(title.slice(0, 2).every((text) => (text ?? '').length > 0)).toBe(true);
  const paths = screens.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

test('whatever a search finds has a screen, or is shown as a plain thing', () => {
  for (const [, placeOf] of Object.values(foundKinds)) {
    const place = placeOf({ id: '1', path: '/things/1' });
    expect(existsScreen(place.to) || ('api' in place && place.api !== undefined)).toBe(true);
  }
});

test.each(Object.entries(places))('the place %s has a screen', (_, place) => {
  const { to } = (place as (...parts: string[]) => { to: string })('product', '1');
  expect(existsScreen(to)).toBe(true);
});
