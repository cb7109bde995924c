import { endpoint } from '@jeongsan/http-contract';
import { z } from 'zod';
import { type Handlers, servedBy, Serves } from './index.js';

const readThing = endpoint({
  method: 'GET',
  path: '/things/{id}',
  summary: 'Reads a thing',
  security: 'none',
  params: z.object({ id: z.string() }),
  success: { status: 200, body: z.object({ id: z.string() }) },
  errors: [],
});
const listThings = endpoint({ ...readThing, path: '/things', params: z.object({}) });
const things = { readThing, listThings };
const others = { readOther: endpoint({ ...readThing, path: '/others/{id}' }) };

test('a group is served by one handler for each endpoint, no fewer and none of another type', () => {
  const read = ({ params }: { params: { id: string } }) => params;
  // @ts-expect-error listThings has no handler
  const missing: Handlers<typeof things> = { readThing: read };
  const wrong: Handlers<typeof things> = {
    readThing: read,
    // @ts-expect-error the answer has no id
    listThings: () => ({ name: 'a' }),
  };
  // @ts-expect-error no endpoint of the group has this name
  const unknown: Handlers<typeof things> = { readThing: read, listThings: () => ({ id: '' }), readAll: read };
  // @ts-expect-error the class serves a part of the group
  @Serves(things)
  class Part {
    readonly handlers: Handlers<{ readThing: typeof readThing }> = { readThing: read };
  }
  // @ts-expect-error the class has a handler for an endpoint of another group
  @Serves(others)
  class More {
    readonly handlers: Handlers<typeof others & { readThing: typeof readThing }> = { readOther: read, readThing: read };
  }
  expect([missing, wrong, unknown, Part, More]).toHaveLength(5);
});

test('a contract is served by the controllers of all its groups', () => {
  @Serves(things)
  class Things {
    readonly handlers: Handlers<typeof things> = {
      readThing: ({ params }) => params,
      listThings: () => ({ id: '' }),
    };
  }
  @Serves(others)
  class Others {
    readonly handlers: Handlers<typeof others> = { readOther: ({ params }) => params };
  }
  const contract = { ...things, ...others };
  expect(servedBy(contract, [Things, Others])).toBe(contract);
  // @ts-expect-error nobody serves readOther
  expect(servedBy(contract, [Things])).toBe(contract);
});
