import { openData } from '../server/db/connection';
import { fillLarge } from '../server/db/demo/large';
const data = await openData(process.argv[2]!);
await fillLarge(data, { today: '2026-11-20', passwordHash: 'x', students: 20000 });
await data.close();
