import type { NeedKind } from '@jeongsan/platform-contract';
import type { Exception } from './exception.js';
import { firstDays } from './first-days.js';
import { laterDays } from './later-days.js';

/** Every kind of work that waits on Today: each story of days brings a part of them. */
export const exceptions = { ...firstDays, ...laterDays } as const satisfies Record<NeedKind, Exception>;
