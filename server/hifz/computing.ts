import { ruleMessages } from '../../contract/errors';
import type { History } from '../../contract/rules/hifz/memorised';
import { Yielder } from '../db/engine/yielder';
import { chunks } from '../db/engine/chunks';
import type { Call } from '../mount';
import { TurnQueue } from '../turnQueue';
import { type HistoryExtent, loadHistories } from './history';
import type { HifzStudent } from './students';

type CallContext = Pick<Call, 'data' | 'user' | 'signal'>;

/** Calls with more students wait for their turn. */
const maxStudentsWithoutTurn = 40;
/** The history of one student over two years takes some milliseconds to read. */
const studentsPerStatement = 2;
/** A write of another caller needs this many turns of the event loop. */
const turnsBetweenStretches = 4;
const createYielder = ({ signal }: Pick<CallContext, 'signal'>) =>
  new Yielder(undefined, turnsBetweenStretches, signal);

/** Computations run one at a time: they share a thread, and two at once need twice the memory. */
export const computationQueue = new TurnQueue({
  maxRunning: 1,
  maxPerUser: 5,
  maxWaiting: 64,
  tooManyMessage: ruleMessages.tooManyComputations,
});

/**
 * A call with many students waits for its turn.
 * @throws TOO_MANY, BUSY as `TurnQueue`; the reason of `call.signal`
 */
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

const noHistory: History = { recitations: [], declared: [] };

/** Keeps only a few histories in memory at once. */
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
