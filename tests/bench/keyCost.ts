import { startRecorder } from './capture';
import { preparedInstitute } from './institute';
import type { LoadOrder } from './load';
import { cpuOf, endOf, loadFrom, portOf, run } from './processes';

export interface KeyCostOptions {
  /** The path of this program; `server` is the built server. */
  self: string;
  server: string;
  file: string;
  /** Number of pairs of measurements. */
  pairs: number;
}

const cases = ['grade-save', 'grade-save-with-key'] as const;
const connections = 10;
const milliseconds = 1_000;
/** Maximum share that a key may add to the processor time of a save of marks. */
const maxShare = 0.05;

/**
 * Prints the cost of an `Idempotency-Key` when marks are saved: the server's processor time for a save with and
 * without it, in short turns, because the speed of the machine may change.
 */
export async function measureKeyCost({ self, server, file, pairs }: KeyCostOptions): Promise<void> {
  const recorder = await startRecorder(`sqlite:${file}`);
  const institute = await preparedInstitute(recorder.data, 0);
  const { token } = recorder;
  await recorder.close();
  const started = run([server], {
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: `sqlite:${file}`,
    LOG_LEVEL: 'info',
    CALL_LIMITS: '10000',
  });
  const port = await portOf(started, /Rasd is ready: \S+:(\d+)/);
  let first = 1_000_000;
  /** In milliseconds for a save. */
  const cost = async (name: string): Promise<number> => {
    const order: LoadOrder = { port, name, connections, milliseconds, token, institute, first };
    first += 1_000_000;
    const before = cpuOf(started.child);
    const { requests, failures } = await loadFrom(self, order);
    if (failures > 0) throw new Error(`${failures} of ${requests} saves failed`);
    return ((cpuOf(started.child) - before) * 1_000) / requests;
  };
  const costs: [number, number][] = [];
  for (const name of cases) await cost(name);
  for (let pair = 0; pair < pairs; pair += 1) {
    // Each is the first one equally often.
    const turned = pair % 2 === 1;
    const [one, other] = turned ? ([1, 0] as const) : ([0, 1] as const);
    const measured: [number, number] = [0, 0];
    measured[one] = await cost(cases[one]);
    measured[other] = await cost(cases[other]);
    costs.push(measured);
  }
  await endOf(started);
  const [without, withKey] = [median(costs.map(([plain]) => plain)), median(costs.map(([, keyed]) => keyed))];
  const share = median(costs.map(([plain, keyed]) => keyed / plain)) - 1;
  console.log(`Save of ${institute.students.length} rows: ${without.toFixed(2)} ms of processor time`);
  console.log(`with an Idempotency-Key: ${withKey.toFixed(2)} ms`);
  console.log(
    `${(share * 100).toFixed(1)} % more, median of ${pairs} pairs${share > maxShare ? ': missed' : ''}`,
  );
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN;
