import { by, one, reading } from '@jeongsan/nest-kit';
import { OPEN_LOOKS } from './open-looks.js';

type Row = { due: bigint; waiting: bigint; dead: bigint; seconds: number };

/** Looks that the provider's webhooks asked for and that are not done: the inbox as far as it is not worked off. */
export const lookReading = reading('looks', ['inbox_looks', 'inbox_look_oldest_seconds'], async (db, now) => {
  const [row] = await db.query<Row[]>(
    `select count(*) filter (where not is_dead and run_at <= $1) as due, count(*) filter (where not is_dead and run_at > $1) as waiting,
            count(*) filter (where is_dead) as dead,
            coalesce(greatest(0, extract(epoch from $1::timestamptz - min(run_at) filter (where not is_dead))), 0)::float8 as seconds
       from (${OPEN_LOOKS}) looks`,
    [now],
  );
  const { due, waiting, dead, seconds } = row ?? { due: 0n, waiting: 0n, dead: 0n, seconds: 0 };
  return {
    inbox_looks: by('state', [
      ['due', due],
      ['waiting', waiting],
      ['dead', dead],
    ]),
    inbox_look_oldest_seconds: one(seconds),
  };
});
