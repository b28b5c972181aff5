// `npm run lighthouse`: measures the screens in a browser, beside the smallest list of react-admin.
import { parseArgs } from 'node:util';
import { buildOrExit } from './build.mjs';
import { installOrExit } from './install.mjs';
import { cleanUp, cleanUpOnSignals } from './steps.mjs';

const help = `npm run lighthouse -- [OPTIONS] [ADDRESS]

Measures our built server with the demo institute, or the one at ADDRESS. Without a part: the first four.
  --first       first visit on a phone: Lighthouse, and the requests before the first row
  --shift       layout shift while the answers are late
  --second      change of screens inside of the app
  --installed   later visits of the installed app, with and without network, and its size
  --desktop     first visit on a desktop

  --screens A,B only these screens, for example /students,/login
  --runs N      runs of --first and --installed for each screen (3)

A figure that misses its limit has a "!". The exit code is then 1.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    first: { type: 'boolean' },
    shift: { type: 'boolean' },
    second: { type: 'boolean' },
    installed: { type: 'boolean' },
    desktop: { type: 'boolean' },
    screens: { type: 'string' },
    runs: { type: 'string', default: '3' },
    help: { type: 'boolean' },
  },
});
if (values.help) console.log(help);
else {
  cleanUpOnSignals();
  await installOrExit();
  if (positionals.length === 0) await buildOrExit();
  // It imports packages, which are installed by now.
  const { measure } = await import('./lighthouse/measure.mjs');
  try {
    process.exitCode = (await measure(values, positionals[0])) ? 0 : 1;
  } finally {
    await cleanUp();
  }
}
