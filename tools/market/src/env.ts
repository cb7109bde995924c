/** Whether the shell asks for production, in which no clock may be set. */
export const asksForProduction = (): boolean => process.env['NODE_ENV'] === 'production';
