import { ApiFailure } from '@jeongsan/client/browser';
import { useQuery } from '@tanstack/react-query';
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Fact, Facts } from '../../blocks/facts.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { useAddress } from '../../layout/address.js';
import { useTexts } from '../../texts/texts.js';
import { thingTexts } from './thing.texts.js';

/** A path of our API behind /api/v1, without anything that could lead out of it. */
const PATH = /^(\/[A-Za-z0-9][A-Za-z0-9._:~%-]*)+$/;

/** Any resource of the API, for what has no screen of its own. */
export function Thing() {
  const t = useTexts(thingTexts);
  const [{ path = '' }] = useAddress();
  // A browser reads %2e as a dot.
  const isPath = PATH.test(path) && !/%2e/i.test(path);
  const thing = useQuery({
    queryKey: ['thing', path],
    queryFn: ({ signal }) => read(path, signal),
    enabled: isPath,
  });
  if (!isPath)
    return (
      <Page title={t.title}>
        <Alert color="gray">{t.unreadable}</Alert>
      </Page>
    );
  return (
    <Page title={t.title} lead={<code>{path}</code>}>
      <Panel>
        <Loaded of={thing}>{(data) => <Facts facts={factsOf(data)} />}</Loaded>
      </Panel>
    </Page>
  );
}

async function read(path: string, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
  const reply = await fetch(`/api/v1${path}`, { signal, headers: { 'x-jeongsan-console': '1' } });
  const body = (await reply.json()) as Readonly<Record<string, unknown>>;
  if (reply.ok) return body;
  const code = typeof body['code'] === 'string' ? body['code'] : 'NO_CODE';
  throw new ApiFailure({ kind: reply.status < 500 ? 'rejected' : 'unknown', status: reply.status, code, detail: '' });
}

const factsOf = (thing: Readonly<Record<string, unknown>>): Fact[] =>
  Object.entries(thing).map(([name, value]) => (isNested(value) ? [name, shown(value), 'wide'] : [name, shown(value)]));

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

function shown(value: unknown): ReactNode {
  if (!isNested(value)) return <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>;
  if (Array.isArray(value))
    return (
      <ol>
        {value.map((one: unknown, index) => (
          <li key={index}>{shown(one)}</li>
        ))}
      </ol>
    );
  return <Facts facts={factsOf(value as Readonly<Record<string, unknown>>)} />;
}
