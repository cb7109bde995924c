import type { FastifyInstance } from 'fastify';

/**
 * The address of the pages for buyers: the configured one, otherwise the address where the server listens.
 */
export class ShopAddress {
  private server: FastifyInstance | undefined;

  constructor(private readonly publicUrl: string | undefined) {}

  /** Sets the server, which is created after the world and knows its port only once it listens. */
  servedBy(server: FastifyInstance): void {
    this.server = server;
  }

  productUrl = (productKey: string): string => `${this.base()}/shop/products/${productKey}`;
  windowUrl = (paymentKey: string): string => `${this.base()}/window/payments/${paymentKey}`;
  billingWindowUrl = (id: string): string => `${this.base()}/window/billing/${id}`;
  walletWindowUrl = (id: string): string => `${this.base()}/window/wallet/${id}`;
  receiptUrl = (key: string): string => `${this.base()}/receipts/${key}`;
  walletUrl = (path: string): string => `${this.base()}/wallet/${path}`;
  imageUrl = (imageKey: string): string => `${this.base()}/shop/images/${imageKey}`;

  private base(): string {
    return this.publicUrl?.replace(/\/$/, '') ?? `http://localhost:${this.port()}`;
  }

  private port(): number {
    const address = this.server?.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }
}
