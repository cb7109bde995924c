/** A metric as a query of Prometheus names it, with the labels that it matches. */
export type Selector = Readonly<{ metric: string; labels: readonly string[] }>;

const KEYWORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan']);
const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;
const MATCHED = /([a-z_:][a-z0-9_:]*)\s*\{([^}]*)\}/gi;

/** The metrics in a query, each time it occurs. Reads what rules and dashboards here use, not all of PromQL. */
export function selectorsOf(query: string): Selector[] {
  const bare = query
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b\d[\w.]*/g, '0');
  const ungrouped = bare.replace(GROUPING, ' ');
  const matched = [...ungrouped.matchAll(MATCHED)].map(([, metric = '', matchers = '']) => ({
    metric,
    labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }));
  const plain = [...ungrouped.replace(MATCHED, ' ').matchAll(/[a-z_:][a-z0-9_:]*(?!\s*\(|[a-z0-9_:])/gi)]
    .map(([metric]) => ({ metric, labels: [] }))
    .filter(({ metric }) => !KEYWORDS.has(metric.toLowerCase()));
  return [...matched, ...plain];
}

/** The labels that a query groups by. */
export const groupedBy = (query: string): string[] =>
  [...query.matchAll(GROUPING)]
    .flatMap(([, labels = '']) => labels.split(',').map((label) => label.trim()))
    .filter(Boolean);

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** Seconds of a duration such as `1h30m`. */
export const secondsOf = (duration: string): number =>
  [...duration.matchAll(/(\d+)([smhd])/g)].reduce(
    (sum, [, count = '', unit = 's']) => sum + parseInt(count, 10) * SECONDS[unit as keyof typeof SECONDS],
    0,
  );
