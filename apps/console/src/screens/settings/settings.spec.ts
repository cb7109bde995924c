import { roles, scopes } from '@jeongsan/nest-kit/roles';
import { boundsOf } from '../months/month-bounds.js';
import { feeLinesTyped } from './fee-lines.js';
import { roleWords, scopeWords } from './roles.words.js';

test('every role and every right has words', () => {
  expect(Object.keys(roleWords).sort()).toEqual([...roles].sort());
  expect(Object.keys(scopeWords).sort()).toEqual([...scopes].sort());
});

test('fees are read line by line, and a fault stays for the service to name', () => {
  expect(feeLinesTyped('카드; KRW; 2200; ; down; added\n\nPAYOUT;KRW;;300;half-up;included')).toEqual([
    { method: '카드', currency: 'KRW', rate: 2200, fixed: null, rounding: 'down', vat: 'added' },
    { method: 'PAYOUT', currency: 'KRW', rate: null, fixed: 300, rounding: 'half-up', vat: 'included' },
  ]);
  expect(feeLinesTyped('카드')).toMatchObject([{ method: '카드', rate: null, vat: '' }]);
});

test('a month ends where the next one begins, also in December', () => {
  expect(boundsOf('2026-12')).toEqual({ from: '2026-12-01T00:00:00+09:00', until: '2027-01-01T00:00:00+09:00' });
  expect(boundsOf('2026-01').until).toBe('2026-02-01T00:00:00+09:00');
});
