import { parseArgs } from 'node:util';
import { dateInZone } from '../../contract/rules/hijri';
import { hashPassword } from '../auth/passwords';
import { readConfig } from '../config';
import type { Data } from '../db/data';
import { openInstitute } from '../domain/openInstitute';
import { fillLarge } from '../demo/large';
import { demoSettings } from '../demo/settings';
import { describeStartFailure } from '../startFailure';

// Fills an empty database with a large test institute: npm run seed -- --students 100000 [--database URL]

const maxStudents = 5_000_000;

const { values } = parseArgs({
  options: { students: { type: 'string', default: '100000' }, database: { type: 'string' } },
});
const students = Number(values.students);
if (!Number.isInteger(students) || students < 1 || students > maxStudents) {
  console.error(`--students must be a whole number from 1 to ${maxStudents}.`);
  process.exit(2);
}
const { DATABASE_URL } = readConfig({
  ...process.env,
  ...(values.database && { DATABASE_URL: values.database }),
});
const data = await openInstitute(DATABASE_URL, { maxStatementMs: 10 * 60_000 }).catch((error: unknown) => {
  console.error(describeStartFailure(error));
  process.exit(1);
});
try {
  if (await isInUse(data)) {
    console.error('This database is in use already; name a new one with --database, or delete it first.');
    process.exitCode = 1;
  } else {
    await seed(data);
  }
} finally {
  await data.close();
}

/** A database with an account counts as used, because test data must not mix with real data. */
async function isInUse({ read }: Data): Promise<boolean> {
  const operation = await read.selectFrom('operations').select('id').limit(1).executeTakeFirst();
  return operation !== undefined;
}

async function seed(target: Data): Promise<void> {
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(1);
  let lastReported = 0;
  await fillLarge(target, {
    today: dateInZone(target.now(), demoSettings.time_zone),
    passwordHash: await hashPassword('rasd-demo'),
    students,
    onProgress: (writtenCount) => {
      const percent = Math.floor((writtenCount / students) * 100);
      if (percent < lastReported + 5 && writtenCount < students) return;
      lastReported = percent;
      console.log(`${percent} %: ${writtenCount} students after ${seconds()} s`);
    },
  });
  const memory = Math.round(process.resourceUsage().maxRSS / 1_024);
  console.log(`Done in ${seconds()} s with ${memory} MB of memory at most.`);
  console.log('Accounts: admin, teacher, teacher2, …, student; password rasd-demo');
}
