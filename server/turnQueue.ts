import type { SessionUser } from '../contract/accounts/auth';
import { Problem } from './problem';

/** The limits of a queue. */
export interface Turns {
  /** Turns at the same time, of different people. */
  maxAtOnce: number;
  /** Maximum waiting turns of one person. */
  maxOfPerson: number;
  /** Maximum waiting turns of staff, and the same number of students, so that neither blocks the other. */
  maxWaiting: number;
  /** The message to a person with too many waiting turns. */
  tooMany: string;
}

type Asker = Pick<SessionUser, 'id' | 'role'>;
interface Turn {
  begin: () => void;
  isPart: boolean;
}
interface TurnOptions {
  /** It is a step of a longer work, of which a person has only one: it is not counted in the limits. */
  isPart?: boolean;
  /** Aborted when the caller leaves; a waiting one loses the turn. */
  signal?: AbortSignal;
}
/** Waiting people with their turns in order; after a turn, a person goes to the end. */
type Line = Map<number, Turn[]>;

/**
 * A queue for heavy work: one turn at a time for each person, people in rotation, staff before students. Source:
 * quality.md, Budgets.
 */
export class TurnQueue {
  readonly #turns: Turns;
  readonly #lines: Record<'staff' | 'students', Line> = { staff: new Map(), students: new Map() };
  readonly #running = new Set<number>();

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** @throws TOO_MANY if the person has too many waiting, BUSY if everybody together has; the reason of `signal` */
  async run<T>(
    { id, role }: Asker,
    work: () => Promise<T>,
    { isPart = false, signal }: TurnOptions = {},
  ): Promise<T> {
    const line = this.#lines[role === 'student' ? 'students' : 'staff'];
    signal?.throwIfAborted();
    if (!isPart) refuseMore(this.#turns, line, id);
    await new Promise<void>((begin, refuse) => {
      const leave = () => {
        removeTurn(line, id, turn);
        refuse(signal?.reason);
      };
      const turn: Turn = {
        begin: () => {
          signal?.removeEventListener('abort', leave);
          begin();
        },
        isPart,
      };
      signal?.addEventListener('abort', leave);
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
    while (this.#running.size < this.#turns.maxAtOnce) {
      const turn = this.#takeTurn(this.#lines.staff) ?? this.#takeTurn(this.#lines.students);
      if (!turn) return;
      turn.begin();
    }
  }

  /** The turn of the first person in line without a running turn; that person goes to the end. */
  #takeTurn(line: Line): Turn | undefined {
    for (const [id, [turn, ...rest]] of line) {
      if (!turn || this.#running.has(id)) continue;
      line.delete(id);
      if (rest.length > 0) line.set(id, rest);
      this.#running.add(id);
      return turn;
    }
    return undefined;
  }
}

function removeTurn(line: Line, id: number, turn: Turn): void {
  const rest = line.get(id)?.filter((one) => one !== turn) ?? [];
  if (rest.length > 0) line.set(id, rest);
  else line.delete(id);
}

function refuseMore({ maxOfPerson, maxWaiting, tooMany }: Turns, line: Line, id: number): void {
  const isCounted = ({ isPart }: Turn) => !isPart;
  const own = line.get(id)?.filter(isCounted) ?? [];
  if (own.length >= maxOfPerson) throw new Problem('TOO_MANY', { message: tooMany, retryAfterSeconds: 5 });
  if ([...line.values()].flat().filter(isCounted).length >= maxWaiting)
    throw new Problem('BUSY', { retryAfterSeconds: 5 });
}
