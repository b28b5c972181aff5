// A server that prints the process id of its typesetter, for tests that end or kill the typesetter.
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { openInstitute } from '../../server/domain/openInstitute';
import { requireTypesetter } from '../../server/reports/papers/typesetter';

const [url = '', moment = ''] = process.argv.slice(2);

// Sessions depend on the clock of the test.
const data = await openInstitute(url, { now: () => new Date(moment) });
const app = await createApp(data, readConfig({ LOG_LEVEL: 'silent', WEB_ROOT: '/nonexistent' }));
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
const address = await app.listen({ host: '127.0.0.1', port: 0 });
const { pid } = await requireTypesetter();
process.stdout.write(`typesetter ${pid} of ${address}\n`);
