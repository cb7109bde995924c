import { bytesOf, proofDocument, type ProofInput, type RuleVersion, sha256 } from './proof-document.js';

/** The inputs of a proof from before versions of rules were part of it. */
const earlier: ProofInput = {
  ...{
    businessDate: '2026-11-19',
    number: 1,
    takenAt: '2026-11-18T18:00:00.000Z',
    snapshot: '9:9:',
    snapshotBefore: '1:1:',
  },
  ...{ seal: { id: '1', hash: 'a'.repeat(64) }, days: ['2026-11-18'], rules: { settlementCycle: 'DAILY' } },
  inputs: [
    {
      ...{ equation: 'APPROVED', side: 'payments', account: '', day: '2026-11-18', currency: 'KRW' },
      ...{ rows: '1', amount: '100', hash: 'b'.repeat(64) },
    },
  ],
  ...{ lines: [], linesLeftOut: 0 },
};
const version: RuleVersion = {
  kind: 'matching-rule',
  id: 'r1',
  of: 'PAYOUT_FEE',
  effectiveFrom: '2026-11-01',
  hash: 'c',
};
const hashOf = (input: ProofInput) => sha256(bytesOf(proofDocument(input, null, 'key')));

test('inputs without versions of rules give the bytes of format 1, which were signed', () => {
  expect(proofDocument(earlier, null, 'key').format).toBe('jeongsan-proof/1');
  expect(hashOf(earlier)).toBe('857987ef42392173073f413623f8add68aa42e7858d9a334967fa6d5df16fbe3');
});

test('versions of rules are part of the document of format 2: another version gives another hash', () => {
  const input = { ...earlier, ruleVersions: [version] };
  expect(proofDocument(input, null, 'key')).toMatchObject({ format: 'jeongsan-proof/2', ruleVersions: [version] });
  expect(hashOf({ ...earlier, ruleVersions: [{ ...version, hash: 'd' }] })).not.toBe(hashOf(input));
  expect(hashOf({ ...earlier, ruleVersions: [] })).not.toBe(hashOf(earlier));
});

test('the head of the audit trail is part of the document where the inputs name it', () => {
  const input = { ...earlier, trail: { id: '7', hash: 'e'.repeat(64) } };
  expect(proofDocument(input, null, 'key')).toMatchObject({ trail: input.trail });
  expect(proofDocument(earlier, null, 'key')).not.toHaveProperty('trail');
});
