export { first, MARKET, OPERATOR, sellers } from './people.js';
export { playStory } from './play-story.js';
export { StoryWorld } from './story-world.js';
