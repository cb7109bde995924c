/** The job that sends an e-mail, of which one waits at a time. */
export const mailJob = (mailId: string) => ({ data: { mailId }, dedupeKey: `statement-mail/${mailId}` });
