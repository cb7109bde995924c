import { playHistories } from '../../testing/histories/play-histories.js';

playHistories(1, 75);
