import { equationsOf } from './proof-equations.js';

test('the equations of a proof are those of its document', () => {
  expect(equationsOf('{"equations":[{"name":"APPROVED"}]}')).toEqual([{ name: 'APPROVED' }]);
});

test.each(['', '{"equations":[{"na', 'null', '[]', '{}', '{"equations":7}'])(
  '%j is no document of a proof',
  (document) => {
    expect(equationsOf(document)).toBeNull();
  },
);
