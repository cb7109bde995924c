import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { virtualModules } from './build/virtual-modules.mjs';
import { noSchemas } from './build/no-schemas.mjs';
import { developmentDoor } from './build/development-door.mjs';

const root = dirname(fileURLToPath(import.meta.url));

export default defineConfig({
  root,
  base: '/console/',
  plugins: [react(), virtualModules(), noSchemas()],
  resolve: { conditions: ['@jeongsan/source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // A data: address is no file of our own, and the policy of the page allows files of our own only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      // Nearly every screen has a list and actions: they are loaded once, at first, and count for no screen.
      output: { codeSplitting: { groups: [{ name: 'blocks', test: /src\/blocks\/(?!reason)/ }] } },
    },
  },
  server: developmentDoor(),
});
