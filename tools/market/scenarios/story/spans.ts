import type { Haystack } from '../canary/search.js';

/** A span as a collector keeps it. */
export type Told = Readonly<{
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startNano: bigint;
  attributes: Readonly<Record<string, string>>;
  links: readonly Readonly<{ traceId: string; spanId: string }>[];
}>;

type Attribute = { key: string; value: { stringValue?: string } };
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Pick<Told, 'name' | 'traceId' | 'spanId' | 'parentSpanId'> & {
        startTimeUnixNano: string;
        attributes: Attribute[];
        links?: { traceId: string; spanId: string }[];
      })[];
    }[];
  }[];
};

const recordOf = (attributes: readonly Attribute[]): Record<string, string> =>
  Object.fromEntries(
    attributes.flatMap(({ key, value }) => (value.stringValue === undefined ? [] : [[key, value.stringValue]])),
  );

/** The spans that came to a sink, in the order in which they began. */
export function spansOf(got: readonly Haystack[]): Told[] {
  const bodies = got.flatMap(({ content }) => {
    const text = content.toString();
    const begin = text.indexOf('{"resourceSpans"');
    return begin < 0 ? [] : [JSON.parse(text.slice(begin)) as Sent];
  });
  const spans = bodies.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap((scope) =>
        scope.spans.map(({ startTimeUnixNano, attributes, links = [], ...span }): Told => ({
          ...span,
          service: recordOf(resource.attributes)['service.name'] ?? '',
          startNano: BigInt(startTimeUnixNano),
          attributes: recordOf(attributes),
          links,
        })),
      ),
    ),
  );
  return spans.sort((a, b) => (a.startNano < b.startNano ? -1 : 1));
}

/** SQL, Redis and sockets: what a person who looks for an order does not read. */
const isDetail = ({ name }: Told): boolean => /^(pg|pg-pool|redis|tcp|tls|dns)[.\-:]/.test(name);

/**
 * A span with everything below it as indented lines; a link is followed once, to the whole request or job that it leads into or to
 * the other story that it names.
 */
export function treeOf(spans: readonly Told[], root: Told): string[] {
  const seen = new Set<string>();
  const byId = new Map(spans.map((span) => [`${span.traceId} ${span.spanId}`, span]));
  const idOf = ({ traceId, spanId }: Pick<Told, 'traceId' | 'spanId'>): string => `${traceId} ${spanId}`;
  const top = (span: Told): Told => {
    const parent = span.parentSpanId ? byId.get(`${span.traceId} ${span.parentSpanId}`) : undefined;
    return parent ? top(parent) : span;
  };
  const lines = (span: Told, depth: number, by: string): string[] => {
    if (seen.has(idOf(span)) || isDetail(span)) return [];
    seen.add(idOf(span));
    const ids = Object.entries(span.attributes).filter(([key]) => key.startsWith('jeongsan.'));
    const shown = ids.map(([key, value]) => `${key.replace('jeongsan.', '')}=${value}`).join(' ');
    const below = spans.filter(({ traceId, parentSpanId }) => traceId === span.traceId && parentSpanId === span.spanId);
    return [
      `${'  '.repeat(depth)}${by}${span.name} [${span.service}]${shown && ` ${shown}`}`,
      ...span.links.flatMap((link) => {
        const found = byId.get(idOf(link));
        return found ? lines(top(found), depth + 1, '→ ') : [];
      }),
      ...below.flatMap((one) => lines(one, depth + 1, '')),
    ];
  };
  return lines(root, 0, '');
}
