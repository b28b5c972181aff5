import type { ImportChange, ImportQuestion, PersonDecision, StoredPerson } from '../../../contract/imports';
import { compareNames } from '../../../contract/rules/personNames';
import type { RowDecision, RowToSend } from '../../features/import/SheetWork';

/** In the order of the preview: the kinds that can be mistakes are first. */
export const changeKinds = ['persons', 'moves', 'names', 'others'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** The stored values that one row of the file replaces. */
export interface ChangedRow {
  index: number;
  line: number;
  /** The stored name of the record. */
  record: string;
  /** The kind of its first change. */
  kind: ChangeKind;
  /** In the order of the kinds. */
  changes: readonly ChangedValue[];
}

const kindByField: Partial<Record<string, ChangeKind>> = {
  batch_name: 'moves',
  program_name: 'moves',
  circle_name: 'moves',
  full_name: 'names',
  name: 'names',
};

type ChangedValue = Pick<ImportChange, 'field' | 'from' | 'to'>;

/** A name that does not agree, or another national id, can belong to another person (files.md). */
const isOfOtherPerson = ({ field, from, to }: ChangedValue): boolean =>
  from !== null &&
  ((field === 'full_name' && compareNames(from, to ?? '') === 'differ') || field === 'national_id');

const kindRank = (change: ChangedValue): number =>
  changeKinds.indexOf(isOfOtherPerson(change) ? 'persons' : (kindByField[change.field] ?? 'others'));

/** `row` of the server counts from 1 within the request. */
export function groupChanges(rows: readonly RowToSend[], changes: readonly ImportChange[]): ChangedRow[] {
  const changesByRow = new Map<number, ImportChange[]>();
  for (const change of changes) {
    const rowChanges = changesByRow.get(change.row);
    if (rowChanges) rowChanges.push(change);
    else changesByRow.set(change.row, [change]);
  }
  return [...changesByRow].flatMap(([row, rowChanges]) => {
    const sent = rows[row - 1];
    if (!sent) return [];
    const { index, line } = sent;
    const sorted = rowChanges.toSorted((a, b) => kindRank(a) - kindRank(b));
    const [first] = sorted;
    const kind = (first && changeKinds[kindRank(first)]) ?? 'others';
    return { index, line, record: first?.record ?? '', kind, changes: sorted };
  });
}

/** A choice counts only for the row with the same change, so not after the row was corrected. */
export const changeKey = ({ index, kind, record }: ChangedRow): string =>
  JSON.stringify([index, kind, record]);

/** Rows that may change another person stay out of the import until the user includes them. */
export const findLeftOut = (
  rows: readonly ChangedRow[],
  choices: ReadonlyMap<string, boolean>,
): ReadonlySet<number> =>
  new Set(
    rows.flatMap((row) => ((choices.get(changeKey(row)) ?? row.kind !== 'persons') ? [] : [row.index])),
  );

/** Rows of a kind, or all rows with the moves first. */
export const rowsOfKind = (rows: readonly ChangedRow[], kind: ChangeKind | null): ChangedRow[] =>
  (kind === null ? changeKinds : [kind]).flatMap((each) => rows.filter((row) => row.kind === each));

/** A row that can be one of several people. */
export interface AskedRow extends ImportQuestion {
  index: number;
  line: number;
}

export const toAskedRows = (rows: readonly RowToSend[], questions: readonly ImportQuestion[]): AskedRow[] =>
  questions.flatMap((question) => {
    const sent = rows[question.row - 1];
    const changes = question.changes.toSorted((a, b) => kindRank(a) - kindRank(b));
    return sent ? [{ ...question, changes, index: sent.index, line: sent.line }] : [];
  });

/** `same` and `stay` name a student: the row is this student, and moves him or leaves him in his batch. */
export type Answer = 'skip' | 'new' | `same ${number}` | `stay ${number}`;
export type Answers = ReadonlyMap<string, Answer>;

/** An answer counts only for the same question about the same people. */
export const questionKey = (row: AskedRow): string =>
  JSON.stringify([row.index, row.name, row.kind, candidates(row).map(({ id }) => id)]);

/** The user's choices in the preview. They stay when the user goes back and returns. */
export interface Review {
  answers: Answers;
  /** By key of the change: whether the user included the row or took it out. */
  choices: ReadonlyMap<string, boolean>;
  /** Keys of the changes that leave the student in his batch. */
  staying: ReadonlySet<string>;
}

export const hasChoices = ({ answers, choices, staying }: Review): boolean =>
  answers.size + choices.size + staying.size > 0;

export const emptyReview: Review = { answers: new Map(), choices: new Map(), staying: new Set() };

/** The stored students that the row can be; the most likely one first. */
export const candidates = ({ stored, changes, others }: AskedRow): StoredPerson[] =>
  stored ? [{ ...stored, changes }, ...others] : others;

const movesStudent = (changes: readonly Pick<ImportChange, 'field'>[]): boolean =>
  changes.some(({ field }) => field === 'batch_name');

/** The possible answers; the rows of a person without a batch cannot move him. */
export const possibleAnswers = (row: AskedRow): Answer[] => [
  'skip',
  ...candidates(row).flatMap(({ id, changes }): Answer[] =>
    movesStudent(changes) ? [`same ${id}`, `stay ${id}`] : [`same ${id}`],
  ),
  ...(row.canBeNew ? (['new'] as const) : []),
];

export const answeredPerson = (row: AskedRow, answer: Answer) =>
  candidates(row).find(({ id }) => id === Number(answer.split(' ')[1]));

/** The answer of one kind for a row; the first student, if there are several. Skips a row without it. */
export const answerOfKind = (row: AskedRow, kind: 'skip' | 'same' | 'stay' | 'new'): Answer =>
  possibleAnswers(row).find((answer) => answer.startsWith(kind)) ?? 'skip';

/** Null for a row that stays out of the import. */
export function toDecision(row: AskedRow, answer: Answer = 'skip'): PersonDecision | null {
  const { kind, without } = row;
  if (answer === 'skip') return null;
  if (answer === 'new') return { as: 'new', kind, without };
  const person = answeredPerson(row, answer);
  if (!person) return null;
  return { as: 'same', kind, id: person.id, version: person.version, move: !answer.startsWith('stay') };
}

export const hasBatchChange = ({ changes }: Pick<ChangedRow, 'changes'>): boolean => movesStudent(changes);

interface ReviewedRows {
  questions: readonly AskedRow[];
  changes: readonly ChangedRow[];
  /** The students of the rows that need no answer. */
  decidedIds: ReadonlySet<number>;
}

/** What the import sends after these choices. */
export function buildDecisions(
  { questions, changes, decidedIds }: ReviewedRows,
  { answers, choices, staying }: Review,
): { leftOut: ReadonlySet<number>; decisions: RowDecision[]; hasNewPerson: boolean } {
  const leftOut = new Set(findLeftOut(changes, choices));
  const decisions: RowDecision[] = [];
  // The first row of a student raises his version.
  const versionedIds = new Set(decidedIds);
  for (const row of questions.toSorted((a, b) => a.index - b.index)) {
    const decision = toDecision(row, answers.get(questionKey(row)));
    if (decision === null) leftOut.add(row.index);
    else if (decision.id !== undefined && versionedIds.has(decision.id)) {
      const { version: _, ...others } = decision;
      decisions.push([row.index, others]);
    } else decisions.push([row.index, decision]);
    if (decision?.id !== undefined) versionedIds.add(decision.id);
  }
  for (const row of changes)
    if (hasBatchChange(row) && staying.has(changeKey(row)))
      decisions.push([row.index, { as: 'same', move: false }]);
  return { leftOut, decisions, hasNewPerson: decisions.some(([, decision]) => decision.as === 'new') };
}
