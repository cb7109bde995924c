import { type Handlers, Serves } from '@jeongsan/nest-kit';
import { eventSchemasContract } from '@jeongsan/platform-contract';
import { listEventSchemas, readEventSchema } from './read-event-schemas.js';

@Serves(eventSchemasContract)
export class EventSchemasController {
  readonly handlers: Handlers<typeof eventSchemasContract> = {
    listEventSchemas: () => ({ items: listEventSchemas() }),
    getEventSchema: ({ params }) => readEventSchema(params.type),
  };
}
