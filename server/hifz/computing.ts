import { ruleMessages } from '../../contract/errors';
import type { History } from '../../contract/rules/hifz/memorised';
import { Yielder } from '../db/engine/yielder';
import { chunks } from '../db/engine/chunks';
import type { Call } from '../mount';
import { TurnQueue } from '../turnQueue';
import { type Asked, historiesOf } from './history';
import type { Pupil } from './pupils';

type Asking = Pick<Call, 'data' | 'user' | 'signal'>;

/** Of more students a call waits for its turn. */
const maxWithoutTurn = 40;
/** Students whose records are read with a statement: the two years of one take some milliseconds. */
const studentsAtOnce = 2;
/** What others need for a save, between two stretches. */
const turnsOfOthers = 4;
const createYielder = ({ signal }: Pick<Asking, 'signal'>) => new Yielder(undefined, turnsOfOthers, signal);

/** One at once, since all share a thread and two would need twice the memory. */
export const computing = new TurnQueue({
  maxRunning: 1,
  maxOfPerson: 5,
  maxWaiting: 64,
  tooManyMessage: ruleMessages.tooManyComputations,
});

/**
 * Works through students some at a time, and lets other callers in between; of many students in a turn.
 * It stops when the caller leaves.
 * @throws TOO_MANY, BUSY as `TurnQueue`
 */
export async function inParts(
  call: Pick<Asking, 'user' | 'signal'>,
  pupils: readonly Pupil[],
  work: (part: readonly Pupil[], yielder: Yielder) => Promise<void>,
  yielder = createYielder(call),
): Promise<void> {
  const run = async () => {
    for (const part of chunks(pupils, studentsAtOnce)) {
      await work(part, yielder);
      await yielder.yieldIfDue();
    }
  };
  return pupils.length > maxWithoutTurn ? computing.run(call.user, run, { signal: call.signal }) : run();
}

const noHistory: History = { hearings: [], declared: [] };

/** Computes something of each student from his history; the histories of few students are in memory at once. */
export async function computeEach<T>(
  call: Asking,
  pupils: readonly Pupil[],
  asked: Asked,
  compute: (pupil: Pupil, history: History) => T,
  yielder = createYielder(call),
): Promise<T[]> {
  const found: T[] = [];
  await inParts(
    call,
    pupils,
    async (part) => {
      const ids = part.map(({ id }) => id);
      const histories = await historiesOf(call.data.read, ids, asked);
      for (const pupil of part) {
        await yielder.yieldIfDue();
        found.push(compute(pupil, histories.get(pupil.id) ?? noHistory));
      }
    },
    yielder,
  );
  return found;
}
