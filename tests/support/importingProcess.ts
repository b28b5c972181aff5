// Imports students over the API with idempotency keys, until it kills itself or is killed.
import { writeSync } from 'node:fs';
import { importChunkSize } from '../../contract/imports';
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { openInstitute } from '../../server/domain/openInstitute';
import { yieldToEventLoop } from './eventLoop';

const [url = '', token = '', count = '0', statementLimit = '0'] = process.argv.slice(2);
/** The process kills itself at this statement after the first insert of students; 0: never. */
const lastStatement = Number(statementLimit);
let statements = 0;
const records = Array.from({ length: Number(count) }, (_, index) => ({
  student_id: String(14_600_000 + index),
  first_name: 'سعد',
  last_name: 'الراشد',
}));

const data = await openInstitute(url, {
  onQuery: ({ sql }) => {
    // A chunk stored before the last kill only returns its stored response.
    if (statements === 0 && !sql.startsWith('insert into "students"')) return;
    statements += 1;
    if (statements === lastStatement) process.kill(process.pid, 'SIGKILL');
  },
});
const app = await createApp(data, readConfig({ LOG_LEVEL: 'silent', WEB_ROOT: '/nonexistent' }));
let imported = 0;
for (let start = 0; start < records.length; start += importChunkSize) {
  await yieldToEventLoop();
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
