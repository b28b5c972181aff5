// Brings a database to the newest schema and tells when it begins and ends: a process for the kill test to kill.
import { writeSync } from 'node:fs';
import { openData } from '../../server/db/engine/connection';

const [url = ''] = process.argv.slice(2);

writeSync(1, 'begins\n');
const began = performance.now();
const data = await openData(url);
writeSync(1, `done in ${performance.now() - began} ms\n`);
await data.close();
