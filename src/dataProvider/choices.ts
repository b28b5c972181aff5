import type { Subject } from '../../contract/subjects';
import { type Choice, choicesApi } from '../../contract/system';
import { filterRows, sortKey } from '../../contract/rules/arabicText';
import type { SubjectType } from '../../contract/vocabulary';
import { readAll } from './lists';
import { addition } from './named';
import { serverFeatures } from './serverFeatures';

/** What a teaching screen is chosen by; of which programme a plain server does not say. */
export type TeachingChoice = Omit<Choice, 'program_id' | 'program_name'> & { program_id: string | null };

export interface ChoicesWanted {
  /** Words of the names of subject, batch, programme and circle; empty for all. */
  q: string;
  /** The types of subject that the screen shows; all if left out. */
  types?: readonly SubjectType[] | undefined;
  withCircles: boolean;
  /** `YYYY-MM-DD`, on which the circles meet; today if left out. */
  date?: string | undefined;
}

export interface ChoicesPage {
  rows: TeachingChoice[];
  hasMore: boolean;
}

/** One page of what the person can choose among, from a row on. Fails with an ApiProblem. */
export async function choices(wanted: ChoicesWanted, from: number, perPage: number): Promise<ChoicesPage> {
  const { q, types, withCircles, date } = wanted;
  const asked = { ...(q && { q }), ...(types && { types: [...types] }), with_circles: withCircles };
  const answer =
    serverFeatures().isOurs === false
      ? null
      : await addition(choicesApi.list, {
          query: {
            // One more than is shown: there is a next page.
            range: JSON.stringify([from, from + perPage]),
            filter: JSON.stringify(asked),
            ...(date && { date }),
          },
        });
  const rows = answer ?? (await subjectsOf(wanted)).slice(from, from + perPage + 1);
  return { rows: rows.slice(0, perPage), hasMore: rows.length > perPage };
}

/** Of a server without the call: its subjects, found and put in order here. */
async function subjectsOf({ q, types }: ChoicesWanted): Promise<TeachingChoice[]> {
  const subjects = await readAll<Subject>('subjects');
  const asked = subjects.filter(({ type }) => !types || types.some((one) => one === type));
  return filterRows(asked, q, ({ name, subject_code, batch_name }) => [name, subject_code, batch_name ?? ''])
    .flatMap(({ id, batch_id, batch_name, subject_code, name, type }) =>
      batch_id === null || batch_name === null
        ? []
        : {
            program_id: null,
            batch_id,
            batch_name,
            subject_id: id,
            subject_code,
            name,
            type,
            circle_id: null,
            circle_name: null,
          },
    )
    .toSorted(
      (one, other) =>
        orderOf(one.batch_name, other.batch_name) ||
        one.batch_id - other.batch_id ||
        orderOf(one.name, other.name),
    );
}

function orderOf(one: string, other: string): number {
  const [first, second] = [sortKey(one), sortKey(other)];
  return first < second ? -1 : first > second ? 1 : 0;
}
