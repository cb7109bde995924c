import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSeal } from '@jeongsan/jwe';
import { Clock } from '@jeongsan/nest-kit';
import { Loop } from '@jeongsan/queues';
import { DataSource } from 'typeorm';
import { forgetLooks } from './forget-looks.js';
import { sealEarlier } from './seal-earlier.js';

const LOOKS_PER_BATCH = 1_000;
const BETWEEN_BATCHES_MS = 20;
const REST_MS = 10 * 60_000;

/** Ids of keys that were replaced in a rotation. Injection token and type in one. */
export abstract class OlderKeys {
  abstract readonly ids: readonly string[];
}

/** Background work on the inbox: seals bodies that are in clear or sealed by an older key, and deletes old looks. */
@Injectable()
export class InboxUpkeep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sealing: Loop;
  private readonly forgetting: Loop;

  constructor(db: DataSource, seal: DataSeal, older: OlderKeys, { now }: Clock) {
    this.sealing = new Loop('InboxSealing', async () =>
      (await sealEarlier(db, seal, older.ids)) > 0 ? BETWEEN_BATCHES_MS : REST_MS,
    );
    this.forgetting = new Loop('LookForgetting', async () =>
      (await forgetLooks(db, now(), LOOKS_PER_BATCH)) === LOOKS_PER_BATCH ? BETWEEN_BATCHES_MS : REST_MS,
    );
  }

  onApplicationBootstrap(): void {
    this.sealing.start();
    this.forgetting.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.sealing.stop(), this.forgetting.stop()]);
  }
}
