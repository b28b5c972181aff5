// Serves several institutes in sequence at one address. A new process for each institute would take one second
// to start. It would also get a new port, so the browser cache would be empty.
import { bootstrap } from '../../server/bootstrap';
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { startDailyWork } from '../../server/daily';
import { openInstitute } from '../../server/domain/openInstitute';
import { resolveAddresses, listenAt } from '../../server/listening';
import { openSubjects } from './openSubjects';

let port = 0;
let stop: () => Promise<void>;

async function start(environment: Record<string, string>): Promise<string> {
  const config = readConfig({ ...process.env, ...environment });
  const data = await openInstitute(config.DATABASE_URL);
  const isNew = !(await data.read.selectFrom('settings').select('id').executeTakeFirst());
  await bootstrap(data, config);
  if (isNew) await openSubjects(data);
  const app = await createApp(data, config);
  const daily = startDailyWork(data, (error) => app.log.error({ err: error }, 'work of the day'));
  stop = async () => {
    await app.close();
    await daily.stop();
    await data.close();
  };
  const url = await listenAt(app, await resolveAddresses(config.HOST), port);
  port = Number(new URL(url).port);
  return url;
}

process.on('message', (environment: Record<string, string> | 'stop') => {
  const work = environment === 'stop' ? stop() : start(environment);
  void work.then(
    (url) => process.send?.({ url }),
    (error: unknown) => process.send?.({ error: String(error instanceof Error ? error.stack : error) }),
  );
});
process.once('disconnect', () => process.exit());
