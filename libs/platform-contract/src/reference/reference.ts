export { apiStyle } from './api-style.js';
export { exampleOf, examplesFile } from './examples.js';
export { resourceOf } from './resources.js';
