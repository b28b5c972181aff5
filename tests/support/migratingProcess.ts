// Migrates a database to the newest schema and prints the start and the end: a process for the kill test.
import { writeSync } from 'node:fs';
import { openData } from '../../server/db/engine/connection';

const [url = ''] = process.argv.slice(2);

writeSync(1, 'begins\n');
const began = performance.now();
const data = await openData(url);
writeSync(1, `done in ${performance.now() - began} ms\n`);
await data.close();
