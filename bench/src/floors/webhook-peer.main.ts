import 'reflect-metadata';
import {
  Controller,
  Get,
  HttpCode,
  Module,
  Post,
  Req,
  UnauthorizedException,
  type RawBodyRequest,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { serverEnv } from '../env.js';
import { receivePath } from '../webhooks/receive-path.js';
import { floorInbox } from './webhook-store.js';

// The peer: what one gets from NestJS on Fastify with a controller and an insert per webhook.
const env = serverEnv();
const receive = floorInbox(env.databaseUrl, env.securityKey);

@Controller()
class WebhookController {
  @Post(receivePath)
  @HttpCode(200)
  async receive(@Req() request: RawBodyRequest<FastifyRequest>): Promise<{ received: true }> {
    const status = await receive(request.rawBody ?? Buffer.alloc(0), request.headers);
    if (status !== 200) throw new UnauthorizedException();
    return { received: true };
  }

  @Get('/health/ready')
  ready(): object {
    return {};
  }
}

@Module({ controllers: [WebhookController] })
class PeerModule {}

const app = await NestFactory.create<NestFastifyApplication>(PeerModule, new FastifyAdapter(), {
  rawBody: true,
  logger: ['error'],
});
await app.listen(env.port, '127.0.0.1');
