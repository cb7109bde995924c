export { apiStyle } from './api-style.js';
export { descriptionsFile, descriptionsOf } from './descriptions.js';
export { exampleOf, examplesFile } from './examples.js';
export { resourceOf } from './resources.js';
