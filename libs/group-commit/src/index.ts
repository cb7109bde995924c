export { GroupCommit, type GroupCommitOptions, mayWorkAlone, TooManyWaiting } from './group-commit.js';
