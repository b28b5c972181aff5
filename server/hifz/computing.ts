import { ruleMessages } from '../../contract/errors';
import type { History } from '../../contract/rules/hifz/memorised';
import { Yielder } from '../db/engine/yielder';
import { chunks } from '../db/engine/chunks';
import type { Call } from '../mount';
import { TurnQueue } from '../turnQueue';
import { type HistoryExtent, loadHistories } from './history';
import type { HifzStudent } from './students';

type CallContext = Pick<Call, 'data' | 'user' | 'signal'>;

/** Above this number of students, a call waits for its turn. */
const maxStudentsWithoutTurn = 40;
/** Two years of one student take some milliseconds to read. */
const studentsPerStatement = 2;
/** Turns of the event loop that a save by another caller needs. */
const turnsBetweenStretches = 4;
const createYielder = ({ signal }: Pick<CallContext, 'signal'>) =>
  new Yielder(undefined, turnsBetweenStretches, signal);

/** One at a time: all share a thread, and two would need twice the memory. */
export const computationQueue = new TurnQueue({
  maxRunning: 1,
  maxOfPerson: 5,
  maxWaiting: 64,
  tooManyMessage: ruleMessages.tooManyComputations,
});

/** Many students wait for a turn. @throws TOO_MANY, BUSY as `TurnQueue`; the reason of `call.signal` */
export async function forEachChunk(
  call: Pick<CallContext, 'user' | 'signal'>,
  students: readonly HifzStudent[],
  processChunk: (chunk: readonly HifzStudent[], yielder: Yielder) => Promise<void>,
  yielder = createYielder(call),
): Promise<void> {
  const run = async () => {
    for (const chunk of chunks(students, studentsPerStatement)) {
      await processChunk(chunk, yielder);
      await yielder.yieldIfDue();
    }
  };
  return students.length > maxStudentsWithoutTurn
    ? computationQueue.run(call.user, run, { signal: call.signal })
    : run();
}

const noHistory: History = { hearings: [], declared: [] };

/** Only few histories are in memory at once. */
export async function computeEach<T>(
  call: CallContext,
  students: readonly HifzStudent[],
  extent: HistoryExtent,
  compute: (student: HifzStudent, history: History) => T,
  yielder = createYielder(call),
): Promise<T[]> {
  const results: T[] = [];
  await forEachChunk(
    call,
    students,
    async (chunk) => {
      const ids = chunk.map(({ id }) => id);
      const histories = await loadHistories(call.data.read, ids, extent);
      for (const student of chunk) {
        await yielder.yieldIfDue();
        results.push(compute(student, histories.get(student.id) ?? noHistory));
      }
    },
    yielder,
  );
  return results;
}
