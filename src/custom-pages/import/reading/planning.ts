import { foldArabic, foldDigits } from '../../../../contract/rules/arabicText';
import type { ImportType } from '../../../../contract/vocabulary';
import type { SendPlan, WrongRow } from './work';

/** What a plan needs to know of rows, by index. */
export interface PlannedRows {
  /** By the rules of this side. */
  isWrong: (index: number) => boolean;
  row: (index: number) => WrongRow;
  /** What it shares with rows that mean the same record. */
  keys: (index: number) => string[];
}

const maxRefused = 10;

/** Stopping at the first error: every row before the first that is wrong, one request after the other. */
export function planInTurn(all: readonly number[], { isWrong, row }: PlannedRows): SendPlan {
  const wrong = all.findIndex(isWrong);
  const turn = wrong < 0 ? [...all] : all.slice(0, wrong);
  const refused = all.slice(turn.length, turn.length + 1).map(row);
  return { side: [], turn, skipped: 0, refused, stopLine: refused[0]?.line ?? null, total: all.length };
}

/** Every row that is not wrong: side by side, but those that mean the same record as an earlier one. */
export function planSideBySide(chosen: readonly number[], { isWrong, row, keys }: PlannedRows): SendPlan {
  const seen = new Set<string>();
  const isRepeated = (index: number) => {
    const own = keys(index);
    const isKnown = own.some((key) => seen.has(key));
    for (const key of own) seen.add(key);
    return isKnown;
  };
  const wrong = chosen.filter(isWrong);
  const plan: SendPlan = {
    side: [],
    turn: [],
    skipped: wrong.length,
    refused: wrong.slice(0, maxRefused).map(row),
    stopLine: null,
    total: chosen.length,
  };
  for (const index of chosen) if (!isWrong(index)) plan[isRepeated(index) ? 'turn' : 'side'].push(index);
  return plan;
}

type CellOf = (field: string) => string;

/**
 * What a row shares with another row that means the same record: rows with a key in common must reach the server one
 * after the other; all the rest may go side by side.
 */
export function rowKeys(type: ImportType, cell: CellOf): string[] {
  const key = (...fields: string[]) => {
    const parts = fields.map((field) =>
      foldDigits(foldArabic(cell(field))).replace(/^['\u2018\u2019]\s*/, ''),
    );
    return parts.every((part) => part === '') ? [] : [`${fields[0]}:${parts.join('|')}`];
  };
  switch (type) {
    case 'students':
      return [...key('student_id'), ...key('national_id')];
    case 'programs':
      return [...key('code'), ...key('name')];
    case 'batches':
      return key('name');
    case 'subjects':
      // Offerings of one base share its name and hours; a programme without a batch has many.
      return [...key('code'), ...(cell('code') === '' ? key('name') : [])];
    case 'grades':
      return [
        ...key('student_id', 'subject_code', 'subject_name'),
        ...(cell('student_id') === '' ? key('student_name', 'subject_code', 'subject_name') : []),
      ];
  }
}
