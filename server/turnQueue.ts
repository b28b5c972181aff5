import type { SessionUser } from '../../../contract/auth';
import { ruleMessages } from '../../../contract/errors';
import { Problem } from '../../problem';

/** Maximum waiting papers of one person. */
const maxOfPerson = 5;
/** Maximum waiting papers of staff, and the same number of students, so that neither blocks the other. */
const maxWaiting = 64;
/** Two, so that one is read while another is set. */
const maxAtOnce = 2;

type Asker = Pick<SessionUser, 'id' | 'role'>;
interface Turn {
  begin: () => void;
  isPart: boolean;
}
/** Waiting people with their turns in order; after a turn, a person goes to the end. */
type Line = Map<number, Turn[]>;

/**
 * A queue for heavy work: one turn at a time for each person, people in rotation, staff before students. A paper is
 * read, numbered and set in one turn; each step of a batch has a turn of its own. Source: quality.md, Budgets.
 */
export class PaperQueue {
  readonly #lines: Record<'staff' | 'students', Line> = { staff: new Map(), students: new Map() };
  readonly #running = new Set<number>();

  /**
   * @param isPart it is a step of a longer work, of which a person has only one: it is not counted in the limits
   * @throws TOO_MANY if the person has too many waiting, BUSY if everybody together has
   */
  async run<T>({ id, role }: Asker, work: () => Promise<T>, isPart = false): Promise<T> {
    const line = this.#lines[role === 'student' ? 'students' : 'staff'];
    if (!isPart) refuseMore(line, id);
    await new Promise<void>((begin) => {
      line.set(id, [...(line.get(id) ?? []), { begin, isPart }]);
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
    while (this.#running.size < maxAtOnce) {
      const turn = this.#takeTurn(this.#lines.staff) ?? this.#takeTurn(this.#lines.students);
      if (!turn) return;
      turn.begin();
    }
  }

  /** The turn of the first person in a line who has no turn running; that person goes to the end. */
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

function refuseMore(line: Line, id: number): void {
  const isPaper = ({ isPart }: Turn) => !isPart;
  const own = line.get(id)?.filter(isPaper) ?? [];
  if (own.length >= maxOfPerson)
    throw new Problem('TOO_MANY', { message: ruleMessages.tooManyPapers, retryAfterSeconds: 5 });
  if ([...line.values()].flat().filter(isPaper).length >= maxWaiting)
    throw new Problem('BUSY', { retryAfterSeconds: 5 });
}

/** The queue of this server. */
export const paperQueue = new PaperQueue();
