import { cleanText, foldDigits } from '../../contract/rules/arabicText';
import { offeringCode } from '../../contract/rules/subjectCode';
import { type ReadAll, resourceRow, type Row } from './resources';
import { serverFeatures } from './serverFeatures';

type Data = Record<string, unknown>;
type ReadOne = (resource: string, id: number) => Promise<Row>;

/** The body of a create or an update: names of chosen records filled in, and nothing that this server does not know. */
export async function bodyOf(resource: string, data: Data, all: ReadAll, one: ReadOne): Promise<Data> {
  const { computed, references = [] } = resourceRow(resource);
  const body = { ...data };
  for (const { key, resource: other, by, name } of references) {
    if (!(key in body)) continue;
    const value = body[key];
    // By its row number a record is read alone; by its code it is found in the list, which is short.
    const find = () =>
      by === 'id'
        ? one(other, Number(value)).catch(() => undefined)
        : all<Row>(other).then((rows) => rows.find((row) => String(row[by]) === String(value)));
    const chosen = value == null ? null : await find();
    if (chosen !== undefined) body[name] = chosen === null ? null : chosen[name];
  }
  return known(resource, computed ? computed(body) : body);
}

/** An added field goes to a server that has sent it, or that is proven to be ours. */
function known(resource: string, data: Data): Data {
  const { row, specifiedInWrites = [] } = resourceRow(resource);
  const { hasField } = serverFeatures();
  const isKnown = (key: string) => {
    const field = row.shape[key] as { meta: () => { isAddition?: boolean } | undefined } | undefined;
    const isAddition = field === undefined ? key !== 'full_name' : field.meta()?.isAddition === true;
    return !isAddition || specifiedInWrites.includes(key) || hasField(resource, key);
  };
  return Object.fromEntries(
    Object.entries(data).filter(([key, value]) => value !== undefined && isKnown(key)),
  );
}

/** The record that a create made, where its answer does not tell: the newest that carries what was sent. */
export function createdRow(rows: readonly Row[], sent: Data): Row | undefined {
  const carries = (row: Row) =>
    Object.entries(sent).every(
      ([key, value]) => value == null || !(key in row) || isStoredAs(row, key, value),
    );
  return rows.toSorted((a, b) => b.id - a.id).find(carries);
}

/** Text is stored cleaned and in Western digits; of a subject the base is sent and the code of its offering stored. */
function isStoredAs(row: Row, key: string, value: unknown): boolean {
  const [stored, sent] = [storedText(row[key]), storedText(value)];
  return (
    stored === sent || (key === 'subject_code' && stored === offeringCode(sent, Number(row['batch_id'])))
  );
}

const storedText = (value: unknown) => foldDigits(cleanText(String(value)));
