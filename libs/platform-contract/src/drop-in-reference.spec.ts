import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toOpenApi } from '@jeongsan/http-contract';
import { providerContract, providerErrors, type ProviderErrorCode } from '@jeongsan/provider-contract';
import { dropInOperations, dropInTreatments } from './drop-in-operations.js';
import { dropInApiStyle, dropInContract, ownCodesOf } from './drop-in-reference.js';
import { dropInCodes, dropInRefusals, type DropInWords } from './drop-in-refusals.js';

test('the OpenAPI document has every operation of the provider, with its treatment and its codes', () => {
  const { paths } = toOpenApi('gateway', '1', dropInContract, dropInApiStyle);
  for (const operation of dropInOperations) {
    const { path, method, errors } = operation.endpoint;
    const described = paths[path]?.[method.toLowerCase()] as Record<string, unknown>;
    expect(described).toMatchObject({ 'x-treatment': dropInTreatments[operation.name] });
    const theirs = dropInTreatments[operation.name] === 'refused' ? [] : errors;
    expect(described['x-error-codes']).toEqual([...theirs, ...ownCodesOf(operation)]);
  }
  expect(Object.values(paths).flatMap(Object.values)).toHaveLength(Object.keys(providerContract).length);
});

test('every code of ours belongs to an operation', () => {
  expect([...new Set(dropInOperations.flatMap(ownCodesOf))].sort()).toEqual([...dropInCodes].sort());
});

test('the table of refusals in docs/integrating.md is the table of the code', () => {
  const text = readFileSync(join(__dirname, '../../../docs/integrating.md'), 'utf8');
  const rows = text.slice(text.indexOf('### Refusals of our own')).split('\n\n')[2]?.split('\n').slice(2) ?? [];
  const written = rows.flatMap((row) =>
    [...row.matchAll(/`(\d{3}) ([A-Z_]+)`/g)].map(([, status, code]) => `${status} ${code}`),
  );
  const ours = Object.entries<DropInWords>(dropInRefusals).map(([code, words]) =>
    'status' in words ? `${words.status} ${code}` : `${providerErrors[words.provider].status} ${words.provider}`,
  );
  // Codes of the provider that a refusal of ours carries by itself.
  const carried: readonly ProviderErrorCode[] = [
    'ALREADY_CANCELED_PAYMENT',
    'INCORRECT_BASIC_AUTH_FORMAT',
    'INVALID_ACCESS_TOKEN',
    'INVALID_API_KEY',
    'INVALID_CURRENCY',
    'NOT_ALLOWED_PARTIAL_REFUND_WAITING_DEPOSIT',
    'NOT_FOUND_HTTP_METHOD',
    'NOT_MATCHES_REFUNDABLE_AMOUNT',
  ];
  const all = [...ours, ...carried.map((code) => `${providerErrors[code].status} ${code}`)];
  expect([...new Set(written)].sort()).toEqual([...new Set(all)].sort());
});
