import { describe, expect, it } from 'vitest';
import type { DailyRecord } from '../../contract/dailyRecords';
import { fixedListContent } from '../../contract/vocabulary';
import { fillRow } from '../../src/custom-pages/daily-records/dailyEdits';
import {
  addKeys,
  type Column,
  defaultSettings,
  type EntrySettings,
  isFilled,
  type RowEdit,
  buildRow,
  rowsToSend,
} from '../../src/custom-pages/daily-records/dailyModel';
import { emptyRecord, judgingRules, typeTexts } from '../support/dailyRecords';

const record = (changes: Partial<DailyRecord> = {}): DailyRecord => ({
  ...emptyRecord('1', 'أنس الراشد'),
  ...changes,
});
const prompts = (count: number) => [{ kind: 'prompt', ayah: null, count }];
const judged: EntrySettings = {
  ...defaultSettings,
  assessmentRules: {
    kinds: [{ key: 'prompt', name: 'فتح', weight: 1 }],
    rules: judgingRules,
  },
};

const enterTexts = (base: DailyRecord, texts: Partial<Record<Column, string>>, entry = judged) =>
  typeTexts(base, texts, entry);
const rowToSend = (base: DailyRecord, edit: RowEdit | undefined, entry = judged) =>
  rowsToSend(addKeys([base]), edit ? { '1': edit } : {}, entry)[0];
const problems = (base: DailyRecord, texts: Partial<Record<Column, string>>) =>
  buildRow(base, enterTexts(base, texts), judged).problems;

describe('a record with ranges and no text', () => {
  const ranges = [
    { from: '2:1', to: '2:5' },
    { from: '78:1', to: '78:40' },
  ];
  const stored = record({ ranges, pagesCount: 2, performanceLevel: 'جيد', version: 3 });

  it('a record with ranges keeps its ranges, and gets no text, when another field is changed or cleared', () => {
    for (const entry of [
      defaultSettings,
      { ...defaultSettings, content_type: fixedListContent, curriculum_items: ['ورد'] },
    ]) {
      const noted = rowToSend(stored, enterTexts(stored, { teacherNotes: 'أحسن' }, entry), entry);
      expect(noted).toMatchObject({ recordContent: null, ranges, teacherNotes: 'أحسن' });
      const bare = { ...stored, pagesCount: null };
      const emptied = rowToSend(bare, enterTexts(bare, { performanceLevel: '' }, entry), entry);
      expect(emptied).toMatchObject({ recordContent: null, ranges, performanceLevel: null });
    }
  });

  it('a record changes or loses its ranges when its content changes', () => {
    expect(rowToSend(stored, enterTexts(stored, { recordContent: '' }))).toMatchObject({
      recordContent: null,
      ranges: [],
    });
    expect(rowToSend(stored, enterTexts(stored, { recordContent: 'البقرة 1-5' }))).toMatchObject({
      recordContent: 'البقرة 1-5',
      ranges: [{ from: '2:1', to: '2:5' }],
    });
  });
});

describe('faults or a result without other fields', () => {
  it('faults or a result without other fields are not sent, since the server stores only rows with a recited range', () => {
    expect(problems(record(), { faults: 'prompt=2' })).toEqual({ recordContent: 'nothingHeard' });
    expect(problems(record(), { result: 'repeat' })).toEqual({ recordContent: 'nothingHeard' });
    expect(isFilled(buildRow(record(), enterTexts(record(), { faults: 'prompt=2' }), judged))).toBe(false);
  });

  it('faults or a result are sent with a content, pages, a level, a note or a number of mistakes', () => {
    for (const [column, text] of [
      ['recordContent', 'البقرة 1-5'],
      ['pagesCount', '2'],
      ['performanceLevel', 'جيد'],
      ['teacherNotes', 'أحسن'],
      ['mistakesCount', '2'],
    ] as const)
      expect(problems(record(), { [column]: text, result: 'repeat' })).toEqual({});
    expect(problems(record(), { pagesCount: '2', faults: 'prompt=2' })).toEqual({});
  });

  it('faults or a result do not block the removal of a record', () => {
    const stored = record({ recordContent: 'البقرة 1-5', faults: prompts(2), mistakesCount: 2, version: 1 });
    expect(problems(stored, { recordContent: '' })).toEqual({});
  });
});

describe('the proposed level and result', () => {
  const proposeJudgement = (base: DailyRecord, edit: RowEdit | undefined) => {
    const { performanceLevel, result } = buildRow(base, edit, judged).texts;
    return [performanceLevel, result];
  };

  it('the proposal follows the pages that the mushaf or the continuation fills in', () => {
    const faulty = enterTexts(record(), { recordContent: 'البقرة 1-5', faults: 'prompt=2' });
    expect(proposeJudgement(record(), faulty)).toEqual(['ضعيف', 'repeat']);
    const filled = fillRow(record(), faulty, 'سورة الملك', 2.5, judged);
    expect(proposeJudgement(record(), filled)).toEqual(['ممتاز', 'accepted']);
  });

  it('the proposal follows the faults after a save too, unless the teacher chose otherwise', () => {
    const stored = { recordContent: 'البقرة 1-5', pagesCount: 1, faults: prompts(1), mistakesCount: 1 };
    const proposed = record({ ...stored, performanceLevel: 'ممتاز', result: 'accepted', version: 1 });
    expect(proposeJudgement(proposed, enterTexts(proposed, { faults: 'prompt=2' }))).toEqual([
      'ضعيف',
      'repeat',
    ]);
    const own = record({ ...stored, performanceLevel: 'جيد', result: 'accepted', version: 1 });
    expect(proposeJudgement(own, enterTexts(own, { faults: 'prompt=2' }))).toEqual(['جيد', 'accepted']);
  });
});
