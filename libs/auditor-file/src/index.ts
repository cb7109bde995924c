export { checkAndTell, checkArchive, folderSource, type ArchiveSource, type Checked } from './checker.js';
export { BadFile } from './rows.js';
export { FORMAT, writeArchive, type FileChunk, type Signer } from './write-archive.js';
export { zipSource } from './zip-source.js';
