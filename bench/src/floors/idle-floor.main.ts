import 'reflect-metadata';
import 'bullmq';
import 'jose';
import 'pg';
import 'typeorm';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { portEnv } from '../env.js';

// The packages that every service loads, and one endpoint.
@Controller()
class ReadyController {
  @Get('/health/ready')
  ready(): object {
    return {};
  }
}

@Module({ controllers: [ReadyController] })
class FloorModule {}

const app = await NestFactory.create<NestFastifyApplication>(FloorModule, new FastifyAdapter(), { logger: ['error'] });
await app.listen(portEnv().port, '127.0.0.1');
