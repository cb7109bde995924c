const SEOUL_OFFSET_MS = 9 * 3_600_000;

/** The createdAt of payment webhooks: `yyyy-MM-dd'T'HH:mm:ss.SSSSSS` in Asia/Seoul, without an offset. */
export const offsetFreeTime = (instant: Date): string =>
  `${new Date(instant.getTime() + SEOUL_OFFSET_MS).toISOString().slice(0, 23)}000`;
