import type { DataProvider, RaRecord } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import { foldArabic } from '../../../contract/rules/arabicText';
import type { Subject } from '../../../contract/subjects';
import { dailyRecordType, type ImportType } from '../../../contract/vocabulary';
import type { KnownSubject } from './subjectColumns';

/** The stored records that a file can name without a column. */
export interface Catalogue {
  batches: readonly Batch[];
  subjects: readonly Subject[];
}

export const emptyCatalogue: Catalogue = { batches: [], subjects: [] };

type Lists = Pick<DataProvider, 'getList'>;

/** Without an answer of the server, the file is imported without proposals. */
export async function loadCatalogue(lists: Lists, type: ImportType): Promise<Catalogue> {
  try {
    return {
      batches: ['students', 'subjects', 'grades'].includes(type)
        ? await loadAll<Batch>(lists, 'batches')
        : [],
      subjects: type === 'grades' ? await loadAll<Subject>(lists, 'subjects') : [],
    };
  } catch {
    return emptyCatalogue;
  }
}

const pageSize = 1_000;

export async function loadAll<R extends RaRecord>({ getList }: Lists, resource: string): Promise<R[]> {
  const records: R[] = [];
  for (let page = 1; ; page += 1) {
    const { data, total = 0 } = await getList<R>(resource, {
      filter: {},
      sort: { field: 'id', order: 'ASC' },
      pagination: { page, perPage: pageSize },
    });
    for (const record of data) records.push(record);
    if (data.length === 0 || records.length >= total) return records;
  }
}

/** Null if no batch or several batches have the name. */
export function findBatch({ batches }: Catalogue, name: string): Batch | null {
  const [first, second] = batches.filter(({ batch_name }) => foldArabic(batch_name) === foldArabic(name));
  return first && !second ? first : null;
}

/** The graded subjects of these batches, or of all batches. Offerings of one subject count once. */
export function knownSubjects({ subjects }: Catalogue, batchNames: readonly string[] | null): KnownSubject[] {
  const batches = batchNames && new Set(batchNames.map(foldArabic));
  const byCode = new Map<string, KnownSubject>();
  for (const { subject_code, base_subject_code, name, type, batch_name } of subjects) {
    if (type === dailyRecordType || (batches && !batches.has(foldArabic(batch_name ?? '')))) continue;
    const code = base_subject_code || subject_code;
    const names = [...(byCode.get(code)?.names ?? []), name, subject_code, code];
    byCode.set(code, { code, name, names });
  }
  return [...byCode.values()];
}
