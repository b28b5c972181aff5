import type { SessionUser } from '../contract/accounts/auth';
import { Problem } from './problem';

export interface QueueLimits {
  maxRunning: number;
  maxPerUser: number;
  /** Limit for staff, and again for students, so that one group cannot block the other. */
  maxWaiting: number;
  tooManyMessage: string;
}

type TurnCaller = Pick<SessionUser, 'id' | 'role'>;
interface Turn {
  begin: () => void;
  isStep: boolean;
}
interface TurnOptions {
  /** True for a step of longer work. A user has only one such work, so the limit does not apply. */
  isStep?: boolean;
  signal?: AbortSignal;
}
type WaitingLine = Map<number, Turn[]>;

/** Runs one turn per user at a time, in rotation. Staff come before students (quality.md, Budgets). */
export class TurnQueue {
  readonly #limits: QueueLimits;
  readonly #lines: Record<'staff' | 'students', WaitingLine> = { staff: new Map(), students: new Map() };
  readonly #running = new Set<number>();

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** @throws TOO_MANY for the user's limit, BUSY for the common limit, or the reason of `signal` */
  async run<T>(
    { id, role }: TurnCaller,
    work: () => Promise<T>,
    { isStep = false, signal }: TurnOptions = {},
  ): Promise<T> {
    const line = this.#lines[role === 'student' ? 'students' : 'staff'];
    signal?.throwIfAborted();
    if (!isStep) refuseOverLimits(this.#limits, line, id);
    await new Promise<void>((begin, reject) => {
      const cancel = () => {
        removeTurn(line, id, turn);
        reject(signal?.reason);
      };
      const turn: Turn = {
        begin: () => {
          signal?.removeEventListener('abort', cancel);
          begin();
        },
        isStep,
      };
      signal?.addEventListener('abort', cancel);
      line.set(id, [...(line.get(id) ?? []), turn]);
      this.#next();
    });
    try {
      return await work();
    } finally {
      this.#running.delete(id);
      this.#next();
    }
  }

  #next(): void {
    while (this.#running.size < this.#limits.maxRunning) {
      const turn = this.#takeTurn(this.#lines.staff) ?? this.#takeTurn(this.#lines.students);
      if (!turn) return;
      turn.begin();
    }
  }

  #takeTurn(line: WaitingLine): Turn | undefined {
    for (const [id, [turn, ...laterTurns]] of line) {
      if (!turn || this.#running.has(id)) continue;
      line.delete(id);
      if (laterTurns.length > 0) line.set(id, laterTurns);
      this.#running.add(id);
      return turn;
    }
    return undefined;
  }
}

function removeTurn(line: WaitingLine, id: number, turn: Turn): void {
  const remainingTurns = line.get(id)?.filter((one) => one !== turn) ?? [];
  if (remainingTurns.length > 0) line.set(id, remainingTurns);
  else line.delete(id);
}

function refuseOverLimits(
  { maxPerUser, maxWaiting, tooManyMessage }: QueueLimits,
  line: WaitingLine,
  id: number,
): void {
  const isCounted = ({ isStep }: Turn) => !isStep;
  const ownTurns = line.get(id)?.filter(isCounted) ?? [];
  if (ownTurns.length >= maxPerUser)
    throw new Problem('TOO_MANY', { message: tooManyMessage, retryAfterSeconds: 5 });
  if ([...line.values()].flat().filter(isCounted).length >= maxWaiting)
    throw new Problem('BUSY', { retryAfterSeconds: 5 });
}
