import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import {
  connectDatabase,
  followClock,
  migrate,
  missingMigrations,
  systemClock,
  unsafeDatabaseSettings,
  type PlatformClock,
} from '@jeongsan/database';
import { Clock, IdempotencyStore, READINESS, type Readiness } from '@jeongsan/nest-kit';
import { DataSource } from 'typeorm';
import { PgIdempotencyStore } from './pg-idempotency-store.js';

export type DatabaseModuleOptions = Readonly<{
  url: string;
  poolSize: number;
  applicationName: string;
  /** Follow the clock that rehearsals set in the database. */
  controlledClock: boolean;
}>;

/** The platform's database: migrated, checked, with the time it believes in. Provides DataSource, Clock and IdempotencyStore everywhere. */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(Clock) private readonly clock: PlatformClock,
  ) {}

  static forRoot(options: DatabaseModuleOptions): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: DataSource, useFactory: () => openDatabase(options) },
        {
          provide: Clock,
          useFactory: (db: DataSource) => (options.controlledClock ? followClock(db) : systemClock),
          inject: [DataSource],
        },
        { provide: IdempotencyStore, useFactory: (db: DataSource) => new PgIdempotencyStore(db), inject: [DataSource] },
        {
          provide: READINESS,
          useFactory: (db: DataSource, clock: Clock) => databaseReadiness(db, clock, options.controlledClock),
          inject: [DataSource, Clock],
        },
      ],
      exports: [DataSource, Clock, IdempotencyStore],
    };
  }

  /** Last of all: whatever else stops may still have something to write. */
  async onApplicationShutdown(): Promise<void> {
    this.clock.stop();
    await this.db.destroy();
  }
}

async function openDatabase({ url, poolSize, applicationName }: DatabaseModuleOptions): Promise<DataSource> {
  const db = await connectDatabase({ url, poolSize, applicationName });
  const unsafe = await unsafeDatabaseSettings(db);
  if (unsafe.length > 0) {
    await db.destroy();
    throw new Error(`Postgres would forget acknowledged commits: ${unsafe.join(', ')}`);
  }
  await migrate(db);
  return db;
}

function databaseReadiness(db: DataSource, clock: Clock, isControlled: boolean): Readiness[] {
  return [
    { name: 'postgres', check: async () => ({ version: await serverVersion(db) }) },
    {
      name: 'settings',
      // Again and again: a setting of the role or the database takes hold of the next connection.
      check: async () => {
        const unsafe = await unsafeDatabaseSettings(db);
        if (unsafe.length > 0) throw new Error(`Postgres would forget acknowledged commits: ${unsafe.join(', ')}`);
        return {};
      },
    },
    {
      name: 'migrations',
      check: async () => {
        const missing = await missingMigrations(db);
        if (missing.length > 0) throw new Error(`Missing migrations: ${missing.join(', ')}`);
        return {};
      },
    },
    { name: 'clock', check: async () => ({ now: clock.now().toISOString(), isControlled }) },
  ];
}

async function serverVersion(db: DataSource): Promise<string> {
  const [row] = await db.query<{ server_version: string }[]>('show server_version');
  return row?.server_version ?? 'unknown';
}
