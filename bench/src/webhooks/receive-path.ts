/** Where webhooks go. The floor and the peer listen on the same path, so that one load fits all. */
export const receivePath = '/webhooks/provider';
