import { createHash } from 'node:crypto';
import { bytesOf, proofDocument, type ProofInput, sha256 } from './proof-document.js';
import { isSigned, signingKey } from './sign-proof.js';
import { flawsOfProof, type ProofRow } from './verify-proofs.js';

const key = signingKey('7'.repeat(64));
const input: ProofInput = {
  ...{ businessDate: '2026-11-19', number: 1, takenAt: '2026-11-18T18:00:00.000Z' },
  ...{ snapshot: '9:9:', snapshotBefore: '1:1:', seal: null, days: ['2026-11-18'], rules: {} },
  inputs: [
    {
      ...{ equation: 'APPROVED', side: 'payments', account: '', day: '2026-11-18', currency: 'KRW' },
      ...{ rows: '1', amount: '63333', hash: 'b'.repeat(64) },
    },
  ],
  ...{ lines: [], linesLeftOut: 0 },
};
const document = proofDocument(input, null, key.keyId);
const bytes = bytesOf(document);
const sound: ProofRow = {
  ...{ id: 1n, businessDate: '2026-11-19', number: 1, state: document.state, document: bytes.toString() },
  ...{ hash: sha256(bytes), signature: key.sign(bytes), keyId: key.keyId, publicKey: JSON.stringify(key.publicKey) },
  input: bytesOf(input).toString(),
};

test('a proof that was not touched has no flaw, with its own key and with the published one', () => {
  expect(flawsOfProof(sound, null, null)).toEqual([]);
  expect(flawsOfProof(sound, null, [key.publicKey])).toEqual([]);
});

// prettier-ignore
test.each<[string, Partial<ProofRow>]>([
  ['inputs that are no JSON',      { input: 'x' }],
  ['inputs that are null',         { input: 'null' }],
  ['inputs without anything',      { input: '{}' }],
  ['an amount with a fraction',    { input: sound.input.replace('63333', '63333.0') }],
  ['an unknown equation',          { input: sound.input.replace('APPROVED', 'toString') }],
  ['a seal without a number',      { input: sound.input.replace('"seal":null', '"seal":{"hash":"h","id":"x"}') }],
  ['a document that is a list',    { document: '[]' }],
  ['a document that is null',      { document: 'null' }],
  ['a key that is no JSON',        { publicKey: 'x' }],
  ['a key that is null',           { publicKey: 'null' }],
  ['a key without its point',      { publicKey: JSON.stringify({ kid: key.keyId }) }],
  ['a signature of nothing',       { signature: '' }],
])('%s is a flaw of the proof, by name', (_, changed) => {
  const flaws = flawsOfProof({ ...sound, ...changed }, null, null);
  expect(flaws).toMatchObject([{ check: 'PROOF', subject: 'proof/2026-11-19/1' }]);
});

test('a key whose name fits and whose point is none has signed nothing', () => {
  const x = 'x';
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');
  expect(isSigned(bytes, sound.signature, { x, kid })).toBe(false);
});
