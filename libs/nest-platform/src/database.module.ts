import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import {
  connectDatabase,
  excessPowers,
  followClock,
  missingLimits,
  missingMigrations,
  systemClock,
  unsafeDatabaseSettings,
  type PlatformClock,
} from '@jeongsan/database';
import { DataSeal } from '@jeongsan/jwe';
import { Clock, IdempotencyStore, NotReady, READINESS, type Readiness } from '@jeongsan/nest-kit';
import { DataSource } from 'typeorm';
import { MetricReadings } from './metrics/metric-readings.js';
import { PgIdempotencyStore } from './pg-idempotency-store.js';
import { ReadDatabase } from './read-database.js';

export type DatabaseModuleOptions = Readonly<{
  url: string;
  /** A replica for lists, reports and statements. */
  readUrl?: string | undefined;
  poolSize: number;
  applicationName: string;
  /** Follow the controlled clock in the database, which rehearsals set. */
  controlledClock: boolean;
  /** Refuse a login that owns tables or has rights that no service needs. */
  isProduction: boolean;
  /** Encrypts the personal data that this service stores. */
  seal: DataSeal;
}>;

/**
 * The platform's database connection, with its settings and rights checked, and the platform's clock. Provides DataSource, ReadDatabase,
 * DataSeal, Clock and IdempotencyStore to all modules.
 */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(ReadDatabase) private readonly reads: ReadDatabase,
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
        {
          provide: ReadDatabase,
          useFactory: (db: DataSource) => new ReadDatabase(db, replicaOf(options)),
          inject: [DataSource],
        },
        { provide: DataSeal, useValue: options.seal },
        MetricReadings,
        {
          provide: IdempotencyStore,
          useFactory: (db: DataSource) => new PgIdempotencyStore(db, options.seal),
          inject: [DataSource],
        },
        {
          provide: READINESS,
          useFactory: (db: DataSource, clock: Clock) => databaseReadiness(db, clock, options.controlledClock),
          inject: [DataSource, Clock],
        },
      ],
      exports: [DataSource, ReadDatabase, DataSeal, Clock, IdempotencyStore],
    };
  }

  /** Closed last: other parts may still write while they stop. */
  async onApplicationShutdown(): Promise<void> {
    await this.clock.stop();
    await this.reads.close();
    await this.db.destroy();
  }
}

async function openDatabase({
  url,
  poolSize,
  applicationName,
  isProduction,
}: DatabaseModuleOptions): Promise<DataSource> {
  const db = await connectDatabase({ url, poolSize, applicationName });
  try {
    if (isProduction) await assertConfined(db);
    await assertDurable(db);
    await assertLimited(db);
    await assertMigrated(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

const replicaOf = ({ readUrl, poolSize, applicationName }: DatabaseModuleOptions) =>
  readUrl === undefined ? undefined : () => connectDatabase({ url: readUrl, poolSize, applicationName });

async function assertConfined(db: DataSource): Promise<void> {
  const powers = await excessPowers(db);
  if (powers.length > 0)
    throw new NotReady(
      `The login of a production service may do no more than its service needs (docs/operations/servers.md): ${powers.join(', ')}`,
    );
}

async function assertDurable(db: DataSource): Promise<void> {
  const unsafe = await unsafeDatabaseSettings(db);
  if (unsafe.length > 0) throw new NotReady(`Postgres would forget acknowledged commits: ${unsafe.join(', ')}`);
}

async function assertLimited(db: DataSource): Promise<void> {
  const missing = await missingLimits(db);
  if (missing.length > 0)
    throw new NotReady(
      `Statements could hold money still for ever: behind a pooler the role must set ${missing.join(', ')}`,
    );
}

/** Services may not migrate: the deployment migrates before it starts them. */
async function assertMigrated(db: DataSource): Promise<void> {
  const missing = await missingMigrations(db);
  if (missing.length > 0) throw new NotReady(`Migrate the database first, it lacks: ${missing.join(', ')}`);
}

const POSTGRES = 'postgres';

function databaseReadiness(db: DataSource, clock: Clock, isControlled: boolean): Readiness[] {
  return [
    { name: POSTGRES, check: async () => ({ version: await serverVersion(db) }) },
    {
      name: 'settings',
      server: POSTGRES,
      // Checked repeatedly: a changed setting of a role or database applies to new connections.
      check: async () => {
        await assertDurable(db);
        return {};
      },
    },
    {
      name: 'migrations',
      server: POSTGRES,
      check: async () => {
        await assertMigrated(db);
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
