import { Processor } from '@nestjs/bullmq';
import type { OnModuleDestroy } from '@nestjs/common';
import { DataSeal } from '@jeongsan/jwe';
import type { Handlers } from '@jeongsan/messaging';
import { Clock } from '@jeongsan/nest-kit';
import { keepData } from '@jeongsan/nest-platform';
import { JobWorker } from '@jeongsan/queues';
import { DataSource } from 'typeorm';
import { KeptContacts, keptContacts } from './mail-statements/contact.js';
import { Mailer } from './mail-statements/mailer.js';
import { sendMail } from './mail-statements/send-mail.js';

@Processor('statements', { concurrency: 2 })
export class StatementsWorker extends JobWorker<'statements'> implements OnModuleDestroy {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly seal: DataSeal,
    private readonly mailer: Mailer,
    private readonly kept: KeptContacts,
  ) {
    super();
  }

  onModuleDestroy(): Promise<void> {
    return this.mailer.close();
  }

  protected override readonly handlers: Handlers<'statements'> = {
    'statement-mail.send': ({ mailId }) => sendMail(this.db, this.seal, this.mailer, mailId, () => this.clock.now()),
    'statement-data.keep': () => keepData(this.db, this.seal, keptContacts(this.kept.days), this.clock.now()),
  };
}
