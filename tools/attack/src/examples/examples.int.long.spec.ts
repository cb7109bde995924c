import { readFileSync, writeFileSync } from 'node:fs';
import { examplesFile } from '@jeongsan/platform-contract/reference';
import type { Example } from '@jeongsan/http-contract';
import { isGoldenUpdate } from '@jeongsan/testing';
import { api } from './api.js';
import { playStory } from './play-story.js';
import { requestOf, steadied } from './steadied.js';
import { StoryWorld } from './story-world.js';

const STORY_MS_MAX = 400_000;

type Examples = Readonly<Record<string, Example>>;

let world: StoryWorld;
beforeAll(async () => {
  world = await StoryWorld.start('examples');
}, 180_000);
afterAll(() => world.stop());

/** The teller refuses an answer with another status, or another form, than its contract says. */
test(
  'every example of the reference is sent, and answered as the reference says (UPDATE_GOLDEN=1 records them)',
  async () => {
    const told = () => steadied(Object.fromEntries(world.teller.examples), world);
    await playStory(world).finally(() => {
      if (isGoldenUpdate()) writeFileSync(examplesFile, `${JSON.stringify(sorted(told()), null, 2)}\n`);
    });
    expect(Object.keys(api).filter((name) => !(name in told()))).toEqual([]);
    const shown = JSON.parse(readFileSync(examplesFile, 'utf8')) as Examples;
    const requests = (examples: Examples) =>
      Object.fromEntries(Object.entries(examples).map(([name, example]) => [name, requestOf(example)]));
    expect(requests(told())).toEqual(requests(shown));
  },
  STORY_MS_MAX,
);

const sorted = (examples: Examples): Examples =>
  Object.fromEntries(Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1)));
