export { NO_MAILBOX } from './mail-sink.js';
export { ADMIN, APPROVER, first, MARKET, OPERATOR, sellers } from './people.js';
export { playStory } from './play-story.js';
export { tellBank } from './tell-reconciliation.js';
export { StoryWorld } from './story-world.js';
