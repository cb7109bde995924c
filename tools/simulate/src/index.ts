export { simulate, type History, type Options } from './history/simulate.js';
