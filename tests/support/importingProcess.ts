// Imports students over the API, each request with its own idempotency key. It kills itself halfway, or is killed.
import { writeSync } from 'node:fs';
import { importChunkSize } from '../../contract/imports';
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { openInstitute } from '../../server/domain/openInstitute';
import { breath } from './breath';

const [url = '', token = '', count = '0', last = '0'] = process.argv.slice(2);
/** The number of statements since it first stored students at which it kills itself; 0: it waits to be killed. */
const lastStatement = Number(last);
let statements = 0;
const records = Array.from({ length: Number(count) }, (_, place) => ({
  student_id: String(14_600_000 + place),
  first_name: 'سعد',
  last_name: 'الراشد',
}));

const data = await openInstitute(url, {
  onQuery: ({ sql }) => {
    // A chunk that was stored before the last kill is only answered again.
    if (statements === 0 && !sql.startsWith('insert into "students"')) return;
    statements += 1;
    if (statements === lastStatement) process.kill(process.pid, 'SIGKILL');
  },
});
const app = await createApp(data, readConfig({ LOG_LEVEL: 'silent', WEB_ROOT: '/nonexistent' }));
let imported = 0;
for (let start = 0; start < records.length; start += importChunkSize) {
  await breath();
  const answer = await app.inject({
    method: 'POST',
    url: '/api/students/import',
    headers: {
      authorization: `Bearer ${token}`,
      'x-import-id': 'killed-import',
      'idempotency-key': `killed-import-${start}`,
    },
    payload: { data: records.slice(start, start + importChunkSize), stopOnError: false },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  imported += answer.json().imported;
  writeSync(1, `${start}\n`);
}
writeSync(1, `all imported: ${imported}\n`);
setInterval(() => undefined, 1_000);
