import { describe, expect, it } from 'vitest';
import type { GradeRow } from '../../contract/grades';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import { toSentGrades } from '../../src/dataProvider/outbox/marks';
import {
  cancelTyping,
  countChanges,
  clearEntries,
  createSheet,
  discardTyped,
  endTyping,
  enterTexts,
  fillEntries,
  findRow,
  maxSteps,
  rosterRows,
  findProblems,
  redo,
  rowsToSend,
  type Sheet,
  displayText,
  typedText,
  undo,
} from '../../src/custom-pages/grades/sheetModel';
import {
  applySaved,
  enterDraft,
  enterDraftCells,
  findOpenClashes,
  mergeRows,
  resolveClashes,
  mergeLoadedRows,
  acceptStored,
  toDraft,
} from '../../src/custom-pages/grades/sheetState';

const buildStoredRow = (studentId: string, marks: Partial<GradeRow> = {}): GradeRow => ({
  studentId,
  studentName: `طالب ${studentId}`,
  participationGrade: null,
  attendanceGrade: null,
  exerciseGrade: null,
  readingGrade: null,
  testGrade: null,
  total: null,
  grade: null,
  absenceDays: 0,
  version: 1,
  updated_at: null,
  ...marks,
});
const fullMarks = {
  participationGrade: 10,
  attendanceGrade: 30,
  exerciseGrade: 5,
  readingGrade: 5,
  testGrade: 40,
};

const sheet = (...rows: GradeRow[]) => createSheet(rows, defaultGradeSettings);
const enterMark = (before: Sheet, studentId: string, text: string) =>
  enterTexts(before, [{ studentId, column: 'test', text }]);
const row = (sheetModel: Sheet, studentId: string) => {
  const sheetRow = findRow(sheetModel, studentId);
  if (!sheetRow) throw new Error(`no ${studentId}`);
  return sheetRow;
};

describe('typing', () => {
  it('total, letter and band follow the typed marks, in digits of any script', () => {
    const after = enterMark(sheet(buildStoredRow('1', fullMarks)), '1', '٤٧٫٥');
    expect(row(after, '1')).toMatchObject({ total: 97.5, percentage: 97.5, letter: '+أ', band: 0 });
    expect(displayText(row(after, '1'), 'test')).toBe('47.5');
    expect(typedText(row(after, '1'), 'test')).toBe('٤٧٫٥');
  });

  it('a row with missing marks has a total and no letter', () => {
    const after = enterMark(sheet(buildStoredRow('1')), '1', '40');
    expect(row(after, '1')).toMatchObject({ total: 40, percentage: null, letter: null, band: null });
  });

  it.each([
    ['غائب', 'NOT_NUMBER'],
    ['-1', 'NEGATIVE'],
    ['50.5', 'OVER_MAX'],
    ['12.25', 'OFF_STEP'],
  ])('%s is an error in its cell and is never stored', (text, problem) => {
    const after = enterMark(sheet(buildStoredRow('1', fullMarks)), '1', text);
    expect(findProblems(after)).toEqual([{ studentId: '1', column: 'test', problem }]);
    expect(row(after, '1').marks.test).toBeNull();
    expect(row(after, '1').letter).toBeNull();
    expect(displayText(row(after, '1'), 'test')).toBe(text);
  });

  it('a mark typed with its stored value is no change, also in other digits', () => {
    expect(countChanges(enterMark(sheet(buildStoredRow('1', fullMarks)), '1', '٤٠'))).toBe(0);
    expect(countChanges(enterMark(sheet(buildStoredRow('1', fullMarks)), '1', '41'))).toBe(1);
  });

  it('a disabled column accepts no marks', () => {
    const settings = { ...defaultGradeSettings, testEnabled: false };
    expect(countChanges(enterMark(createSheet([buildStoredRow('1')], settings), '1', '4'))).toBe(0);
  });

  it('unchanged rows stay the same object', () => {
    const before = sheet(buildStoredRow('1'), buildStoredRow('2'));
    const after = enterMark(before, '1', '4');
    expect(after.rows[1]).toBe(before.rows[1]);
    expect(after.rows[0]).not.toBe(before.rows[0]);
  });
});

describe('undo and redo', () => {
  it('one paste is one step, and can be redone', () => {
    const before = sheet(buildStoredRow('1'), buildStoredRow('2'));
    const pasted = enterTexts(before, [
      { studentId: '1', column: 'test', text: '1' },
      { studentId: '2', column: 'reading', text: '2' },
    ]);
    expect(countChanges(undo(pasted))).toBe(0);
    expect(countChanges(redo(undo(pasted)))).toBe(2);
    expect(undo(undo(pasted))).toEqual(undo(pasted));
  });

  it('all keys typed in one cell are one step; Escape discards them', () => {
    const key = (on: Sheet, text: string) => enterTexts(on, [{ studentId: '1', column: 'test', text }], true);
    const visited = endTyping(key(key(sheet(buildStoredRow('1')), '4'), '42'));
    const again = key(key(visited, '3'), '35');
    expect(typedText(row(undo(endTyping(again)), '1'), 'test')).toBe('42');
    expect(typedText(row(cancelTyping(again), '1'), 'test')).toBe('42');
    expect(cancelTyping(again).past).toHaveLength(1);
    expect(countChanges(undo(visited))).toBe(0);
  });

  it('a new edit clears the redo list; the history is limited', () => {
    let now = sheet(buildStoredRow('1'));
    for (let mark = 0; mark < maxSteps + 20; mark += 1) now = enterMark(now, '1', String((mark % 40) + 1));
    expect(now.past).toHaveLength(maxSteps);
    expect(enterMark(undo(now), '1', '45').future).toHaveLength(0);
  });

  it('one mark fills a block, and one step clears it', () => {
    const before = enterMark(
      sheet(buildStoredRow('1'), buildStoredRow('2'), buildStoredRow('3', fullMarks)),
      '1',
      '٣٠',
    );
    const filled = enterTexts(before, fillEntries(before, ['1', '2', '3'], ['test']));
    expect(filled.rows.map(({ marks }) => marks.test)).toEqual([30, 30, 30]);
    const cleared = enterTexts(filled, clearEntries(['2', '3'], ['test', 'reading']));
    expect(cleared.rows.map(({ marks }) => marks.test)).toEqual([30, null, null]);
    expect(row(cleared, '3').marks.reading).toBeNull();
    expect(undo(cleared).rows.map(({ marks }) => marks.test)).toEqual([30, 30, 30]);
  });
});

describe('saving', () => {
  it('a save sends only changed marks, with the version of their row', () => {
    const after = enterTexts(
      sheet(buildStoredRow('1', fullMarks), buildStoredRow('2'), buildStoredRow('3')),
      [
        { studentId: '1', column: 'test', text: '' },
        { studentId: '3', column: 'reading', text: '٤٫٥' },
        { studentId: '3', column: 'test', text: '' },
      ],
    );
    expect(toSentGrades(rowsToSend(after))).toEqual([
      { studentId: '1', testGrade: null, version: 1 },
      { studentId: '3', readingGrade: 4.5, version: 1 },
    ]);
  });

  it('a save sends no version to a server without versions', () => {
    const { version: _, ...plain } = buildStoredRow('1');
    expect(toSentGrades(rowsToSend(enterMark(sheet(plain as GradeRow), '1', '7')))).toEqual([
      { studentId: '1', testGrade: 7 },
    ]);
  });

  it('the sent marks are stored afterwards, even if the server returns no rows', () => {
    const after = enterMark(sheet(buildStoredRow('1', fullMarks)), '1', '44');
    expect(countChanges(applySaved(after, undefined))).toBe(0);
    expect(row(applySaved(after, undefined), '1').marks.test).toBe(44);
    const answered = applySaved(after, [buildStoredRow('1', { ...fullMarks, testGrade: 44, version: 2 })]);
    expect(row(answered, '1').stored.version).toBe(2);
    expect(countChanges(discardTyped(after))).toBe(0);
  });
});

describe('two people on one sheet', () => {
  const typedSheet = () =>
    enterMark(sheet(buildStoredRow('1', fullMarks), buildStoredRow('2', fullMarks)), '1', '45');

  it('cells without a conflict are merged', () => {
    const { sheet: merged, clashes } = mergeRows(
      typedSheet(),
      [buildStoredRow('1', { ...fullMarks, readingGrade: 3, version: 2 })],
      false,
    );
    expect(clashes).toEqual([]);
    expect(row(merged, '1').marks).toMatchObject({ reading: 3, test: 45 });
    expect(toSentGrades(rowsToSend(merged))).toEqual([{ studentId: '1', testGrade: 45, version: 2 }]);
    expect(row(merged, '2').marks.test).toBe(40);
  });

  it('a cell changed by both people shows both marks, and keeps the typed mark until the user chooses', () => {
    const { sheet: merged, clashes } = mergeRows(
      typedSheet(),
      [buildStoredRow('1', { ...fullMarks, testGrade: 33, version: 2 })],
      false,
    );
    const cell = { studentId: '1', column: 'test' as const };
    expect(clashes).toEqual([{ ...cell, studentName: 'طالب 1', mine: '45', theirs: '33' }]);
    expect(row(merged, '1').marks.test).toBe(45);
    expect(row(acceptStored(merged, [cell]), '1').marks.test).toBe(33);
    expect(countChanges(acceptStored(merged, [cell]))).toBe(0);
  });

  it('a cell that is typed back to its stored value is no conflict', () => {
    const { sheet: merged, clashes } = mergeRows(
      enterMark(sheet(buildStoredRow('1', fullMarks)), '1', '٤٠'),
      [buildStoredRow('1', { ...fullMarks, testGrade: 33, version: 2 })],
      false,
    );
    expect(clashes).toEqual([]);
    expect(row(merged, '1').marks.test).toBe(33);
  });

  it('the same mark typed by both people is no conflict', () => {
    const { sheet: merged, clashes } = mergeRows(
      typedSheet(),
      [buildStoredRow('1', { ...fullMarks, testGrade: 45, version: 2 })],
      false,
    );
    expect(clashes).toEqual([]);
    expect(countChanges(merged)).toBe(0);
  });

  it('a student who left the batch with typed marks is listed, and a new student is added', () => {
    const { sheet: merged, removedNames: removedStudents } = mergeRows(
      typedSheet(),
      [buildStoredRow('2', fullMarks), buildStoredRow('9')],
      true,
    );
    expect(removedStudents).toEqual(['طالب 1']);
    expect(merged.rows.map(({ studentId }) => studentId)).toEqual(['2', '9']);
    expect(row(merged, '9').stored.studentId).toBe('9');
  });

  it('a postponed conflict asks again until the cell is resolved', () => {
    const state = mergeLoadedRows(null, 'k', [buildStoredRow('1', fullMarks)], defaultGradeSettings);
    const working = { ...state, isEditing: true, sheet: enterMark(state.sheet, '1', '45') };
    const met = mergeLoadedRows(
      working,
      'k',
      [buildStoredRow('1', { ...fullMarks, testGrade: 33, version: 2 })],
      defaultGradeSettings,
    );
    expect(met.isAsking).toBe(true);
    expect(findOpenClashes({ ...met, isAsking: false })).toHaveLength(1);
    expect(findOpenClashes({ ...met, sheet: enterMark(met.sheet, '1', '33') })).toEqual([]);
    const chosen = resolveClashes(met, []);
    expect(findOpenClashes(chosen)).toEqual([]);
    expect(row(chosen.sheet, '1').marks.test).toBe(45);
  });
});

describe('the draft on the device', () => {
  it('the draft is restored as one step, with invalid texts', () => {
    const after = enterMark(
      enterMark(sheet(buildStoredRow('1', fullMarks), buildStoredRow('2')), '1', '45'),
      '2',
      'غائب',
    );
    const draft = JSON.parse(JSON.stringify(toDraft(after))) as Record<string, unknown>;
    const { sheet: restored, clashes } = enterDraftCells(
      sheet(buildStoredRow('1', fullMarks), buildStoredRow('2')),
      draft,
    );
    expect(clashes).toEqual([]);
    expect(countChanges(restored)).toBe(2);
    expect(findProblems(restored)).toHaveLength(1);
    expect(countChanges(undo(restored))).toBe(0);
  });

  it('a draft over changed marks is a conflict; a damaged draft is ignored', () => {
    const draft = toDraft(enterMark(sheet(buildStoredRow('1', fullMarks)), '1', '45'));
    const state = mergeLoadedRows(
      null,
      'k',
      [buildStoredRow('1', { ...fullMarks, testGrade: 33 })],
      defaultGradeSettings,
    );
    expect(enterDraft(state, draft)).toMatchObject({ isEditing: true, isAsking: true });
    expect(enterDraftCells(state.sheet, { 1: { test: 7 }, x: null, 2: 'a' })).toEqual({
      sheet: state.sheet,
      clashes: [],
    });
  });
});

describe('a former student of the batch', () => {
  const formerRow = { ...buildStoredRow('9', { ...fullMarks, total: 90 }), left_on: '2026-10-15' };

  it('a former student keeps the marks on the sheet, and typing, pasting, filling and drafts do not change them', () => {
    const before = sheet(buildStoredRow('1', { testGrade: 12 }), formerRow);
    const after = enterTexts(before, [
      { studentId: '1', column: 'test', text: '20' },
      { studentId: '9', column: 'test', text: '20' },
    ]);
    expect(countChanges(after)).toBe(1);
    expect(rowsToSend(after).map(({ studentId }) => studentId)).toEqual(['1']);
    expect(findRow(after, '9')).toMatchObject({ leftOn: '2026-10-15', total: 90, changed: [] });
    expect(countChanges(enterTexts(before, fillEntries(before, ['1', '9'], ['test'])))).toBe(0);
    expect(countChanges(enterTexts(before, clearEntries(['9'], ['test'])))).toBe(0);
    expect(enterDraftCells(before, { '9': { test: ['20', 40] } }).sheet).toBe(before);
    expect(rosterRows(before.rows).map(({ studentId }) => studentId)).toEqual(['1']);
  });

  it('marks that were typed before he left are dropped without a question, and the student is listed', () => {
    const after = enterTexts(sheet(buildStoredRow('9')), [{ studentId: '9', column: 'test', text: '20' }]);
    const {
      sheet: merged,
      clashes,
      removedNames: removedStudents,
    } = mergeRows(after, [{ ...formerRow, version: 2 }], true);
    expect([countChanges(merged), clashes, removedStudents]).toEqual([0, [], ['طالب 9']]);
  });
});
