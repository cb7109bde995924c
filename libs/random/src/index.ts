export { drawsFrom, seededRandom, shareOf, type Random, weighted } from './random.js';
