import type { SessionUser } from '../../../contract/auth';
import { ruleMessages } from '../../../contract/errors';
import { Problem } from '../../problem';

/** Papers of one person, waiting: more than anybody waits for. */
const maxOfPerson = 5;
/** Waiting of the staff, and as many of students: neither line fills the other. */
const maxWaiting = 64;
/** One is read while another is set. */
const maxAtOnce = 2;

type Asker = Pick<SessionUser, 'id' | 'role'>;
interface Turn {
  begin: () => void;
  isPart: boolean;
}
/** Those who wait, each with the own turns in order; who had one goes to the end. */
type Line = Map<number, Turn[]>;

/**
 * The turns of heavy work: one at a time for a person, from person to person, the staff before students. What is
 * read, numbered and set for a paper is done in a turn, of a batch each step in one of its own. Source: quality.md,
 * Budgets.
 */
export class PaperQueue {
  readonly #lines: Record<'staff' | 'students', Line> = { staff: new Map(), students: new Map() };
  readonly #running = new Set<number>();

  /**
   * @param isPart of a longer work, of which a person has one: it waits however much else waits
   * @throws TOO_MANY where the person waits for so much already, BUSY where everybody does
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

  /** The turn of the first in a line who has none in hand, and who goes to its end. */
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

/** Of this server. */
export const paperQueue = new PaperQueue();
