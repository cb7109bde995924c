import fc from 'fast-check';
import { z } from 'zod';
import { SignedWonNumber, type Money, money, won, WonAmount, WonNumber } from './index.js';

const SAFE_MAX = BigInt(Number.MAX_SAFE_INTEGER);
const readBy = (schema: z.ZodType<bigint>, wire: unknown): bigint | 'refused' => {
  const result = schema.safeParse(wire);
  return result.success ? result.data : 'refused';
};

describe('WonNumber and SignedWonNumber', () => {
  // prettier-ignore
  test.each<[unknown, bigint | 'refused', bigint | 'refused']>([
    // wire                    WonNumber       SignedWonNumber
    [0,                        0n,             0n],
    [-0,                       0n,             0n],
    [1,                        1n,             1n],
    [5000.0,                   5000n,          5000n],
    ['5000',                   5000n,          5000n],
    ['5000.0',                 5000n,          5000n],
    ['5000.00',                5000n,          5000n],
    ['0',                      0n,             0n],
    [999_999_999,              999_999_999n,   999_999_999n],
    [2 ** 53 - 1,              SAFE_MAX,       SAFE_MAX],
    ['9007199254740991',       SAFE_MAX,       SAFE_MAX],
    [-1,                       'refused',      -1n],
    ['-97550',                 'refused',      -97550n],
    [-(2 ** 53 - 1),           'refused',      -SAFE_MAX],
    [2 ** 53,                  'refused',      'refused'],
    ['9007199254740992',       'refused',      'refused'],
    [-(2 ** 53),               'refused',      'refused'],
    [1e21,                     'refused',      'refused'],
    [0.1,                      'refused',      'refused'],
    [1.005,                    'refused',      'refused'],
    ['0.5',                    'refused',      'refused'],
    ['5000.01',                'refused',      'refused'],
    ['5000.',                  'refused',      'refused'],
    ['.0',                     'refused',      'refused'],
    ['1,000',                  'refused',      'refused'],
    [' 1',                     'refused',      'refused'],
    ['1\n',                    'refused',      'refused'],
    ['+1',                     'refused',      'refused'],
    ['1e3',                    'refused',      'refused'],
    ['0x10',                   'refused',      'refused'],
    ['007',                    'refused',      'refused'],
    ['٣',                      'refused',      'refused'],
    ['',                       'refused',      'refused'],
    ['9'.repeat(400),          'refused',      'refused'],
    [`1.${'0'.repeat(400)}`,   'refused',      'refused'],
    [NaN,                      'refused',      'refused'],
    [Infinity,                 'refused',      'refused'],
    [null,                     'refused',      'refused'],
    [undefined,                'refused',      'refused'],
    [true,                     'refused',      'refused'],
    [1n,                       'refused',      'refused'],
    [[],                       'refused',      'refused'],
    [[5],                      'refused',      'refused'],
    [{},                       'refused',      'refused'],
  ])('%p is read as %s, signed as %s', (wire, unsigned, signed) => {
    expect(readBy(WonNumber, wire)).toBe(unsigned);
    expect(readBy(SignedWonNumber, wire)).toBe(signed);
  });

  test('what is encoded is a number that reads back as itself', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -SAFE_MAX, max: SAFE_MAX }), (minor) => {
        const wire: unknown = JSON.parse(JSON.stringify(z.encode(SignedWonNumber, minor)));
        expect(typeof wire).toBe('number');
        expect(SignedWonNumber.parse(wire)).toBe(minor);
        expect(SignedWonNumber.parse(String(wire))).toBe(minor);
      }),
    );
  });

  test('an amount that a JSON number cannot carry exactly is never encoded', () => {
    expect(() => z.encode(WonNumber, SAFE_MAX + 1n)).toThrow(z.ZodError);
    expect(() => z.encode(SignedWonNumber, -SAFE_MAX - 1n)).toThrow(z.ZodError);
    expect(() => z.encode(WonNumber, -1n)).toThrow(z.ZodError);
  });
});

describe('WonAmount', () => {
  test.each([[5000], [5000.0], ['5000'], ['5000.0']])('the value %p is read as 5000 won', (value) => {
    expect(WonAmount.parse({ currency: 'KRW', value })).toEqual(won(5000n));
  });

  test('won are written as the provider writes them', () => {
    expect(z.encode(WonAmount, won(500n))).toEqual({ currency: 'KRW', value: 500 });
  });

  test.each([
    [{ currency: 'USD', value: 1 }],
    [{ value: 1 }],
    [{ currency: 'KRW' }],
    [{ currency: 'KRW', value: -1 }],
    [{ currency: 'KRW', value: 0.5 }],
    [5000],
    [null],
  ])('%j is refused', (wire) => {
    expect(WonAmount.safeParse(wire).success).toBe(false);
  });

  test.each<[string, unknown]>([
    ['dollars', money(1n, 'USD')],
    ['a fraction of a won', { minor: 0.5, currency: 'KRW' }],
    ['a number that is not money', 5],
    ['nothing', null],
  ])('%s is not an amount in KRW', (_, amount) => {
    const refused = z.safeEncode(WonAmount, amount as Money);
    expect(refused.error?.issues).toMatchObject([{ path: [], message: 'is not an amount in KRW' }]);
  });

  test('a negative amount cannot be written as won', () => {
    expect(() => z.encode(WonAmount, won(-1n))).toThrow(z.ZodError);
  });

  test('the JSON schema of the wire side has numbers and numeric text, no bigint', () => {
    const schema = z.toJSONSchema(z.object({ amount: WonAmount, fee: SignedWonNumber }), { io: 'input' });
    expect(schema.properties).toEqual({
      amount: {
        type: 'object',
        properties: {
          currency: { type: 'string', const: 'KRW' },
          value: {
            anyOf: [
              { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
              { type: 'string', pattern: '^(0|[1-9]\\d{0,15})(\\.0{1,15})?$' },
            ],
          },
        },
        required: ['currency', 'value'],
      },
      fee: {
        anyOf: [
          { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
          { type: 'string', pattern: '^-?(0|[1-9]\\d{0,15})(\\.0{1,15})?$' },
        ],
      },
    });
  });
});
