import { playHistories } from '../../testing/histories/play-histories.js';

playHistories(151, 225);
