import type { Subject } from '../../contract/subjects';
import { type Choice, choicesApi } from '../../contract/system';
import { filterRows, sortKey } from '../../contract/rules/arabicText';
import type { SubjectType } from '../../contract/vocabulary';
import { readAll } from './lists';
import { callOrNull } from './namedCalls';
import { serverFeatures } from './serverFeatures';

/** `program_id` is null if the server does not have this call. */
export type TeachingChoice = Omit<Choice, 'program_id' | 'program_name'> & { program_id: string | null };

export interface ChoicesQuery {
  /** Words from the names of subject, batch, programme and circle. */
  q: string;
  types?: readonly SubjectType[] | undefined;
  withCircles: boolean;
  /** Only circles that meet on this day, `YYYY-MM-DD`. Default: today. */
  date?: string | undefined;
}

export interface ChoicesPage {
  rows: TeachingChoice[];
  hasMore: boolean;
}

export async function choices(query: ChoicesQuery, from: number, perPage: number): Promise<ChoicesPage> {
  const { q, types, withCircles, date } = query;
  const filter = { ...(q && { q }), ...(types && { types: [...types] }), with_circles: withCircles };
  const answer =
    serverFeatures().isOurs === false
      ? null
      : await callOrNull(choicesApi.list, {
          query: {
            // One row more than the page, to know whether a next page exists.
            range: JSON.stringify([from, from + perPage]),
            filter: JSON.stringify(filter),
            ...(date && { date }),
          },
        });
  const rows = answer ?? (await listSubjects(query)).slice(from, from + perPage + 1);
  return { rows: rows.slice(0, perPage), hasMore: rows.length > perPage };
}

/** Filters and sorts the subjects for a server without this call. */
async function listSubjects({ q, types }: ChoicesQuery): Promise<TeachingChoice[]> {
  const subjects = await readAll<Subject>('subjects');
  const subjectsOfTypes = subjects.filter(({ type }) => !types || types.some((one) => one === type));
  return filterRows(subjectsOfTypes, q, ({ name, subject_code, batch_name }) => [
    name,
    subject_code,
    batch_name ?? '',
  ])
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
        compareText(one.batch_name, other.batch_name) ||
        one.batch_id - other.batch_id ||
        compareText(one.name, other.name),
    );
}

function compareText(one: string, other: string): number {
  const [first, second] = [sortKey(one), sortKey(other)];
  return first < second ? -1 : first > second ? 1 : 0;
}
