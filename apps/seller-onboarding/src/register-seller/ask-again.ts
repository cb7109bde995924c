/** The key of the job that asks a closed bank again: at most one waits for each seller. */
export const bankAskedAgainKey = (sellerId: string): string => `seller.ask-bank-again/${sellerId}`;
