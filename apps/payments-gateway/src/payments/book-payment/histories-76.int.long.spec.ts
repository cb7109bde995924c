import { playHistories } from '../../testing/histories/play-histories.js';

playHistories(76, 150);
