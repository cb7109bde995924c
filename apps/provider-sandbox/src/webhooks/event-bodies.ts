import { seoulIso } from '@jeongsan/calendar';
import { encode } from '@jeongsan/http-contract';
import type { v1Event, v2Event } from '@jeongsan/provider-contract';
import type { z } from 'zod';
import { printV1, printV2 } from '../api/print.js';
import { timedId } from '../ids.js';
import type { World } from '../world.js';
import { offsetFreeTime } from './event-times.js';

type V1Event<D extends z.ZodType> = ReturnType<typeof v1Event<string, D>>;
type V2Event<B extends z.ZodType> = ReturnType<typeof v2Event<string, string, B>>;

/** Prints an event of the v1 interface. The printing is left out if no webhook target is registered. */
export const v1Body =
  <D extends z.ZodType>({ shape }: V1Event<D>, at: Date, data: z.output<D>) =>
  (): string =>
    printV1({ eventType: shape.eventType.value, createdAt: offsetFreeTime(at), data: encode(shape.data, data) });

/** Prints an event of the v2 interface with a new event id. */
export const v2Body =
  <B extends z.ZodType>({ env }: World, { shape }: V2Event<B>, at: Date, entityBody: z.output<B>) =>
  (): string =>
    printV2({
      eventType: shape.eventType.value,
      createdAt: seoulIso(at),
      version: env.API_VERSION,
      eventId: timedId('event', at),
      entityType: shape.entityType.value,
      entityBody: encode(shape.entityBody, entityBody),
    });
