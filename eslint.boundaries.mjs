/** The layers and scopes of the house: who may import whom, one sentence each in CONTRIBUTING.md. */
const boundaries = [
  { sourceTag: 'layer:domain', onlyDependOnLibsWithTags: ['layer:domain'] },
  { sourceTag: 'layer:contract', onlyDependOnLibsWithTags: ['layer:domain', 'layer:contract'] },
  { sourceTag: 'layer:engine', onlyDependOnLibsWithTags: ['layer:domain', 'layer:contract'] },
  { sourceTag: 'layer:platform', onlyDependOnLibsWithTags: ['layer:domain', 'layer:contract', 'layer:platform'] },
  {
    sourceTag: 'layer:testing',
    onlyDependOnLibsWithTags: ['layer:domain', 'layer:contract', 'layer:platform', 'layer:testing', 'layer:tool'],
  },
  {
    sourceTag: 'layer:app',
    onlyDependOnLibsWithTags: ['layer:domain', 'layer:contract', 'layer:engine', 'layer:platform', 'layer:testing'],
  },
  {
    sourceTag: 'layer:tool',
    onlyDependOnLibsWithTags: ['layer:domain', 'layer:contract', 'layer:engine', 'layer:platform', 'layer:tool'],
  },
  { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['scope:shared'] },
  { sourceTag: 'scope:sandbox', onlyDependOnLibsWithTags: ['scope:shared'] },
  { sourceTag: 'scope:core', onlyDependOnLibsWithTags: ['scope:shared', 'scope:core'] },
];

/** The domain decides; it does not speak to anybody. */
export const domainMayNotImport = [
  '@nestjs/*',
  'typeorm',
  'pg',
  'bullmq',
  'ioredis',
  'node:http',
  'node:https',
  'node:net',
  'fastify',
  'prom-client',
];

export const boundaryRules = {
  '@nx/enforce-module-boundaries': [
    'error',
    { enforceBuildableLibDependency: true, allow: [], depConstraints: boundaries },
  ],
};
