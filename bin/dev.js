#!/usr/bin/env node
// Runs src as it is: Node.js strips the types.
import { fileURLToPath } from 'node:url';
import { start } from '../src/cli/start.ts';

await start({ root: fileURLToPath(new URL('..', import.meta.url)), fromSource: true });
