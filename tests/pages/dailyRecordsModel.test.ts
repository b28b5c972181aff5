import { describe, expect, it } from 'vitest';
import type { DailyRecord } from '../../contract/dailyRecords';
import { pagesOfRange, rangeOfPages } from '../../contract/rules/mushaf';
import { describeRange, parseRange } from '../../contract/rules/mushafText';
import { fixedListContent } from '../../contract/vocabulary';
import {
  keepUnsaved,
  fillRow,
  findClashes,
  replaceRows,
  applySaved,
  resolveClashes,
  typeText,
} from '../../src/custom-pages/daily-records/dailyEdits';
import { proposePortion, previousDay, nextRange } from '../../src/custom-pages/daily-records/PreviousRecord';
import { findPortions } from '../../src/custom-pages/daily-records/PortionCell';
import {
  addKeys,
  type Column,
  defaultSettings,
  type Edits,
  type EntrySettings,
  type RowEdit,
  buildRow,
  rowsToSend,
} from '../../src/custom-pages/daily-records/dailyModel';
import { emptyRecord, typeTexts } from '../support/dailyRecords';

const record = (changes: Partial<DailyRecord> = {}): DailyRecord => ({
  ...emptyRecord('14460001', 'أنس الراشد'),
  ...changes,
});
/** A record of a server with only the fields of the specification. */
const plainRecord = (studentName: string) =>
  ({
    studentName,
    recordContent: null,
    pagesCount: null,
    performanceLevel: null,
    mistakesCount: null,
    teacherNotes: null,
  }) as unknown as DailyRecord;

const fixedListEntry: EntrySettings = {
  ...defaultSettings,
  content_type: fixedListContent,
  curriculum_items: ['سورة النبأ', 'سورة النازعات', 'سورة عبس'],
  require_pages_count: true,
  default_pages: 2.5,
};
const pagesRequiredEntry: EntrySettings = { ...defaultSettings, require_pages_count: true };

const editsOf = (
  base: DailyRecord,
  texts: Partial<Record<Column, string>>,
  entry = defaultSettings,
): Edits => {
  const edit = typeTexts(base, texts, entry);
  return edit ? { [base.studentId]: edit } : {};
};
const rangeOf = (text: string) => {
  const range = parseRange(text);
  if (!range) throw new Error(`no range: ${text}`);
  return range;
};

describe('typed text of a row', () => {
  it.each([
    ['2.5', 2.5],
    ['٢٫٥', 2.5],
    ['۳', 3],
    ['0', 0],
  ])('%s is a number of pages', (text, pages) => {
    const edits = editsOf(record(), { pagesCount: text });
    expect(buildRow(record(), edits['14460001'], defaultSettings).problems).toEqual({});
    expect(rowsToSend(addKeys([record()]), edits, defaultSettings)[0]).toMatchObject({ pagesCount: pages });
  });

  it.each(['-1', '2.3', 'صفحتان', '605'])('%s is not a valid number of pages', (text) =>
    expect(buildRow(record(), typeTexts(record(), { pagesCount: text }), defaultSettings).problems).toEqual({
      pagesCount: 'pagesWrong',
    }),
  );

  it('mistakes are a whole number from 0', () => {
    const problems = (text: string) =>
      buildRow(record(), typeTexts(record(), { mistakesCount: text }), defaultSettings).problems;
    expect(problems('٣')).toEqual({});
    expect(problems('1.5')).toEqual({ mistakesCount: 'mistakesWrong' });
    expect(problems('-1')).toEqual({ mistakesCount: 'mistakesWrong' });
  });

  it('a text with the stored value is no change, and stays as typed', () => {
    const stored = record({ pagesCount: 2 });
    const edit = typeTexts(stored, { pagesCount: '2.' });
    expect(buildRow(stored, edit, defaultSettings)).toMatchObject({
      texts: { pagesCount: '2.' },
      changed: [],
    });
    expect(typeTexts(stored, { pagesCount: '2' })).toBeUndefined();
  });

  it('if the subject requires pages, a changed row with content must have them', () => {
    const stored = record({ recordContent: 'الورد' });
    expect(buildRow(stored, undefined, pagesRequiredEntry).problems).toEqual({});
    expect(
      buildRow(stored, typeTexts(stored, { teacherNotes: 'أحسن' }), pagesRequiredEntry).problems,
    ).toEqual({
      pagesCount: 'pagesRequired',
    });
    expect(buildRow(stored, typeTexts(stored, { teacherNotes: 'أحسن' }), defaultSettings).problems).toEqual(
      {},
    );
    const noteOnly = typeTexts(record(), { teacherNotes: 'غاب' });
    expect(buildRow(record(), noteOnly, pagesRequiredEntry).problems).toEqual({});
  });

  it('only a portion of the list or a range is valid; a stored text of an earlier list may stay', () => {
    const other = typeTexts(record(), { recordContent: 'مراجعة' }, fixedListEntry);
    expect(buildRow(record(), other, fixedListEntry).problems).toEqual({ recordContent: 'notListed' });
    const range = typeTexts(record(), { recordContent: 'الإسراء 76-84' }, fixedListEntry);
    expect(buildRow(record(), range, fixedListEntry).problems).toEqual({});
    const listed = typeTexts(record(), { recordContent: 'سورة عبس' }, fixedListEntry);
    expect(buildRow(record(), listed, fixedListEntry).problems).toEqual({});
    const old = record({ recordContent: 'سورة البقرة', pagesCount: 1 });
    expect(buildRow(old, typeTexts(old, { mistakesCount: '1' }), fixedListEntry).problems).toEqual({});
  });
});

describe('proposed pages', () => {
  const pages = (edit: RowEdit | undefined) => edit?.texts.pagesCount;

  it('proposed pages are filled in with the content, change with it and are removed with it', () => {
    const half = typeTexts(record(), { recordContent: 'الملك' });
    expect(pages(half)).toBe('1');
    const whole = typeText(record(), half, 'recordContent', 'الملك 1-30', defaultSettings);
    expect(pages(whole)).toBe(String(pagesOfRange(rangeOf('الملك 1-30'))));
    expect(typeText(record(), whole, 'recordContent', '', defaultSettings)).toBeUndefined();
  });

  it('proposed pages are the default of the subject for a portion of its list', () =>
    expect(pages(typeTexts(record(), { recordContent: 'سورة النبأ' }, fixedListEntry))).toBe('2.5'));

  it('proposed pages do not overwrite typed pages, and do not return once removed', () => {
    const own = typeTexts(record(), { pagesCount: '4', recordContent: 'الورد' });
    expect(pages(own)).toBe('4');
    const without = typeTexts(record(), { recordContent: 'الورد', pagesCount: '' });
    expect(pages(typeText(record(), without, 'recordContent', 'الورد الأول', defaultSettings)) ?? '').toBe('');
  });
});

describe('the continuation of the last record', () => {
  it('the continuation proposes the last number of pages', () => {
    const last = rangeOfPages(3, 4);
    expect(last && nextRange(last)).toEqual(rangeOfPages(5, 6));
    expect(proposePortion(record({ lastRange: last }), defaultSettings)).toEqual({
      recordContent: describeRange(rangeOfPages(5, 6) as never),
      pages: 2,
    });
  });

  it('the continuation proposes the last amount within half a page, from any start', () => {
    for (let page = 1; page < 590; page += 7) {
      const whole = rangeOfPages(page, page + 1);
      if (!whole) throw new Error('no such page');
      const cut = { from: whole.from, to: whole.from };
      for (const last of [whole, cut]) {
        const next = nextRange(last);
        expect(next && Math.abs(pagesOfRange(next) - pagesOfRange(last))).toBeLessThanOrEqual(0.5);
      }
    }
  });

  it('the continuation stops at the end of the mushaf', () => {
    const lastButOne = rangeOfPages(602, 603);
    expect(lastButOne && nextRange(lastButOne)).toEqual(rangeOfPages(604));
    expect(nextRange(rangeOf('الناس 1-6'))).toBeNull();
  });

  it('the continuation proposes the next portion of a list, and nothing after the last or an unknown one', () => {
    const proposeAfter = (recordContent: string) =>
      proposePortion(
        record({ previous: { ...record(), recordDate: '2026-11-20', recordContent } }),
        fixedListEntry,
      );
    expect(proposeAfter('سورة النبأ')).toEqual({ recordContent: 'سورة النازعات', pages: 2.5 });
    expect(proposeAfter('سورة عبس')).toBeNull();
    expect(proposeAfter('سورة البقرة')).toBeNull();
  });

  it('the continuation makes no proposal if the server does not send the last position', () =>
    expect(proposePortion(plainRecord('أنس'), defaultSettings)).toBeNull());

  it('the continuation finds the previous day', () => {
    expect(previousDay('2026-03-01')).toBe('2026-02-28');
    expect(previousDay('2026-01-01')).toBe('2025-12-31');
  });
});

describe('the request', () => {
  it('the request has only the changed rows, each complete, with number, version, kind and ranges', () => {
    const other = record({ studentId: '14460002', studentName: 'بدر الراشد' });
    const one = record({ version: 3, teacherNotes: 'أحسن' });
    const edit = fillRow(one, undefined, 'البقرة 1-5', 0.5, defaultSettings);
    expect(rowsToSend(addKeys([one, other]), edit ? { '14460001': edit } : {}, defaultSettings)).toEqual([
      {
        studentId: '14460001',
        version: 3,
        recordContent: 'البقرة 1-5',
        pagesCount: 0.5,
        performanceLevel: null,
        mistakesCount: null,
        teacherNotes: 'أحسن',
        kind: 'new',
        ranges: [{ from: '2:1', to: '2:5' }],
      },
    ]);
  });

  it('the request has an empty row if all its fields were emptied', () => {
    const stored = record({ recordContent: 'الورد', pagesCount: 1, version: 2 });
    const edits = editsOf(stored, { recordContent: ' ', pagesCount: '' });
    expect(rowsToSend(addKeys([stored]), edits, defaultSettings)[0]).toMatchObject({
      recordContent: null,
      pagesCount: null,
      ranges: [],
      version: 2,
    });
  });

  it('the request has the name of the student if the server sends no number and version', () => {
    const plain = [plainRecord('أنس'), plainRecord('بدر')];
    const edit = typeTexts(plainRecord('بدر'), { recordContent: 'البقرة 1-5' });
    const sent = rowsToSend(addKeys(plain), edit ? { بدر: edit } : {}, defaultSettings);
    expect(sent).toEqual([
      {
        studentName: 'بدر',
        recordContent: 'البقرة 1-5',
        pagesCount: pagesOfRange(rangeOf('البقرة 1-5')),
        performanceLevel: null,
        mistakesCount: null,
        teacherNotes: null,
      },
    ]);
  });

  it('the request has two rows for two students with the same name on a server without numbers', () => {
    expect(addKeys([plainRecord('أنس'), plainRecord('أنس')]).map(({ key }) => key)).toEqual(['أنس', 'أنس#2']);
  });
});

describe('a save of another user in between', () => {
  const mine = editsOf(record(), { teacherNotes: 'مني', mistakesCount: '2' });

  it('a field changed by only one user is merged without a question', () => {
    const now = record({ performanceLevel: 'ممتاز', version: 1 });
    const merged = addKeys(replaceRows([record()], [now]));
    expect(findClashes(merged, mine, defaultSettings)).toEqual([]);
    expect(rowsToSend(merged, mine, defaultSettings)[0]).toMatchObject({
      version: 1,
      performanceLevel: 'ممتاز',
      teacherNotes: 'مني',
      mistakesCount: 2,
    });
  });

  it('a field changed differently by both users is a conflict; equal changes are merged', () => {
    const now = addKeys([record({ teacherNotes: 'منه', mistakesCount: 2, version: 1 })]);
    const clashes = findClashes(now, mine, defaultSettings);
    expect(clashes).toEqual([
      { key: '14460001', studentName: 'أنس الراشد', column: 'teacherNotes', mine: 'مني', theirs: 'منه' },
    ]);
    expect(rowsToSend(now, resolveClashes(now, mine, clashes), defaultSettings)).toEqual([]);
    const unsaved = resolveClashes(now, mine, []);
    expect(findClashes(now, unsaved, defaultSettings)).toEqual([]);
    expect(rowsToSend(now, unsaved, defaultSettings)[0]).toMatchObject({ teacherNotes: 'مني', version: 1 });
  });

  it('text typed during a save stays unsaved, over the newly stored record', () => {
    const sent = mine;
    const saved = applySaved(addKeys([record()]), sent, defaultSettings, undefined);
    expect(saved[0]).toMatchObject({ teacherNotes: 'مني', mistakesCount: 2 });
    expect(keepUnsaved(sent, sent, addKeys(saved))).toEqual({});
    const later = typeText(record(), mine['14460001'], 'teacherNotes', 'مني أيضاً', defaultSettings);
    const unsaved = keepUnsaved(later ? { '14460001': later } : {}, sent, addKeys(saved));
    expect(findClashes(addKeys(saved), unsaved, defaultSettings)).toEqual([]);
    expect(rowsToSend(addKeys(saved), unsaved, defaultSettings)[0]).toMatchObject({
      teacherNotes: 'مني أيضاً',
    });
  });
});

it('a portion is found by any of its words, in any spelling', () => {
  const items = ['سورة الأعلى', 'سورة الضحى', 'ورد الربع الأول من الحزب الثاني'];
  expect(findPortions(items, 'اعلي')).toEqual(['سورة الأعلى']);
  expect(findPortions(items, 'الثاني ربع')).toEqual(['ورد الربع الأول من الحزب الثاني']);
  expect(findPortions(items, '')).toEqual(items);
  const quarters = ['الربع الثاني من الحزب الأول', 'الربع الأول من الحزب الثاني'];
  expect(findPortions(quarters, 'ربع أول حزب ثاني')).toEqual(quarters.toReversed());
});
