import { Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext, StreamableFile } from '@nestjs/common';
import {
  BYTE_ORDER_MARK,
  CSV,
  csvTable,
  eachPage,
  encode,
  type Endpoint,
  type Input,
  isPaged,
  type ListPart,
  type Page,
  savedAs,
} from '@jeongsan/http-contract';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

const FORMS = ['application/json', 'text/csv'];
/** More than a list gives at a time: each list applies its own bound. */
const ROWS_PER_READ = 1_000;

/** Parameter decorator: whether the caller prefers CSV to JSON. */
export const AsksForCsv = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
  return new Negotiator({ headers }).mediaType(FORMS) === 'text/csv';
});

/** The decoded input of a list. */
export type ListInput = Readonly<{
  query?: Readonly<Record<string, unknown>>;
  params?: Readonly<Record<string, unknown>>;
}>;
type ReadList = (input: Input<Endpoint>) => Promise<unknown>;

/**
 * A list as CSV, all pages of it, no faster than the client reads. Resolves with the first page: until then an error is an
 * ordinary answer; afterwards the transfer breaks off, so that a part never looks like the whole.
 */
export async function csvOf(e: Endpoint, list: ListPart, read: ReadList, input: ListInput): Promise<StreamableFile> {
  const pages = isPaged(e) ? pagesOf(e, read, input) : onePage(list, read, input);
  const first = await pages.next();
  return new StreamableFile(Readable.from(texts(list, first, pages)), {
    type: CSV,
    disposition: savedAs({ fileName: fileNameOf(e, input) }),
  });
}

type Items = readonly unknown[];

function pagesOf(e: Endpoint, read: ReadList, { query = {}, ...input }: ListInput): AsyncGenerator<Items> {
  const sized = 'limit' in (e.query?.shape ?? {}) ? { ...query, limit: query['limit'] ?? ROWS_PER_READ } : query;
  return eachPage(e, (one) => read(one) as Promise<Page<unknown>>, { ...input, query: sized });
}

async function* onePage({ member }: ListPart, read: ReadList, input: ListInput): AsyncGenerator<Items> {
  yield ((await read(input)) as Readonly<Record<string, Items>>)[member] ?? [];
}

async function* texts({ item }: ListPart, first: IteratorResult<Items>, pages: AsyncGenerator<Items>) {
  const { head, rowOf } = csvTable(item);
  yield BYTE_ORDER_MARK + head;
  try {
    for (let next = first; !next.done; next = await pages.next())
      if (next.value.length > 0) yield next.value.map((one) => rowOf(encode(item, one))).join('');
  } finally {
    await pages.return(undefined);
  }
}

/** The path with its values: `orders-ORDER-1-cancels.csv`. */
const fileNameOf = ({ path }: Endpoint, { params = {} }: ListInput): string =>
  `${path
    .slice(1)
    .replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
    .replaceAll('/', '-')}.csv`;
