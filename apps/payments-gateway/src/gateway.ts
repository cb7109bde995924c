import type { CalendarReader } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import type { DataSeal } from '@jeongsan/jwe';
import type { ProviderClient } from '@jeongsan/provider-client';
import type { getPayment } from '@jeongsan/provider-contract';
import type { DataSource } from 'typeorm';
import type { KeepDays } from './sealed-texts.js';

/** A payment as the provider tells it. */
export type ProviderPayment = Output<typeof getPayment>;

/** Where the provider's word and our books cannot both be right. */
export type AlarmKind = 'answer-differs' | 'approved-after-refusal' | 'canceled-beyond-payment' | 'cancel-not-listed';

/** Tells people, loudly, about money that nobody may book. `detail` names ids, states and amounts only. */
export type Alarm = (kind: AlarmKind, paymentKey: string, detail: string) => void;

type Calls = 'confirmPayment' | 'cancelPayment' | 'getPayment' | 'listTransactions';

/** Injection token and type in one: what the verbs of this app need. */
export abstract class Gateway {
  abstract readonly db: DataSource;
  abstract readonly provider: Pick<ProviderClient, Calls>;
  /** Published holidays and the operator's, a few seconds old at most. */
  abstract readonly calendar: CalendarReader;
  /** Seals what people wrote: names of orders, reasons of cancels. */
  abstract readonly seal: DataSeal;
  abstract readonly keepDays: KeepDays;
  abstract readonly now: () => Date;
  abstract readonly alarm: Alarm;
  /** How long after a request went out somebody looks what became of it, unless its answer was booked before. */
  abstract readonly observeAfterSeconds: number;
  /** How old a cancel must be before its absence at the provider means that it never arrived. */
  abstract readonly cancelSettleSeconds: number;
  /** How long, in real time, a request waits for another one that is just speaking with the provider about the same payment. */
  abstract readonly patienceMs: number;
}

/** The instant `seconds` from now, in platform time. */
export const secondsFrom = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
