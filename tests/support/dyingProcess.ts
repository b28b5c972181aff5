// A server that kills itself between a write and its answer, for tests of lost answers.
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { openInstitute } from '../../server/domain/openInstitute';

const [url = ''] = process.argv.slice(2);

const data = await openInstitute(url);
const app = await createApp(data, readConfig({ LOG_LEVEL: 'silent', WEB_ROOT: '/nonexistent' }));
app.addHook('preSerialization', async (request) => {
  if (request.method !== 'GET') process.kill(process.pid, 'SIGKILL');
});
process.stdout.write(`listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
