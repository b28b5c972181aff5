import { describe, expect, it } from 'vitest';
import {
  applyChange,
  typeForms,
  isReportRequested,
  findMissing,
  emptySelection,
  rangeProblem,
  readSelection,
  buildPaperRequest,
  type ReportType,
  reportTypes,
  type Selection,
  filterSubjects,
  writeSelection,
} from '../../src/custom-pages/reports/staff/staffReportModel';
import { staffReports } from '../../src/i18n/ar/staffReports';

const whole: Selection = {
  type: 'subject-sheet',
  programId: 'QRN',
  batchId: 1,
  level: 2,
  studentId: '14450001',
  subjectCode: 'QRN101-1',
  startDate: '2026-09-01',
  endDate: '2026-09-30',
  kind: 'far',
  circleId: 7,
};

describe('the daily records of a report', () => {
  const range: Selection = { ...whole, type: 'daily-range' };

  it('the daily records are filtered by kind and circle, on the paper and in the log', () => {
    expect(buildPaperRequest(range, 'د')).toMatchObject({ type: 'daily_range', kind: 'far', circle_id: 7 });
    // The log of a student has no circle.
    expect(buildPaperRequest({ ...range, type: 'daily-log' }, 'د')).not.toHaveProperty('circle_id');
  });

  it('the request has neither filter by default, and other reports never have the filters', () => {
    for (const selection of [{ ...range, kind: null, circleId: null }, whole]) {
      expect(buildPaperRequest(selection, 'د')).not.toHaveProperty('kind');
      expect(buildPaperRequest(selection, 'د')).not.toHaveProperty('circle_id');
    }
  });

  it('the daily records are never filtered by the circle of another subject', () => {
    expect(applyChange(range, { subjectCode: 'QRN110-1' })).toMatchObject({ circleId: null, kind: 'far' });
  });
});

describe('resets of the form', () => {
  it('another type of report clears student, subject and level, and keeps programme, batch and days', () => {
    expect(applyChange(whole, { type: 'transcript' })).toEqual({
      ...whole,
      type: 'transcript',
      level: null,
      studentId: null,
      subjectCode: null,
      circleId: null,
    });
  });

  it('the same type chosen again clears nothing', () => {
    expect(applyChange(whole, { type: 'subject-sheet' })).toEqual(whole);
  });

  it('another programme clears batch, level, student and subject', () => {
    expect(applyChange(whole, { programId: 'SHR' })).toEqual({
      ...whole,
      programId: 'SHR',
      batchId: null,
      level: null,
      studentId: null,
      subjectCode: null,
      circleId: null,
    });
  });

  it('another batch clears the dependent choices, and may set its programme', () => {
    expect(applyChange(whole, { batchId: 4, programId: 'SHR' })).toEqual({
      ...whole,
      programId: 'SHR',
      batchId: 4,
      level: null,
      studentId: null,
      subjectCode: null,
      circleId: null,
    });
  });

  it('another level clears the subject of a sheet, and not the student of a transcript', () => {
    expect(applyChange(whole, { level: 3 })).toMatchObject({ level: 3, subjectCode: null });
    const transcript = { ...whole, type: 'transcript' as const };
    expect(applyChange(transcript, { level: 3 })).toMatchObject({ level: 3, studentId: '14450001' });
  });
});

describe('the fields of the form', () => {
  it('the fields include the level only for a transcript and a subject sheet, and dates only for a range of days', () => {
    const typesWith = (field: 'level' | 'startDate') =>
      reportTypes.filter((type) => typeForms[type].fields.includes(field));
    expect(typesWith('level')).toEqual(['transcript', 'subject-sheet']);
    expect(typesWith('startDate')).toEqual(['daily-range']);
  });
});

describe('the required fields of a report', () => {
  const sentence = (selection: Selection) => {
    const missing = findMissing(selection);
    return missing && staffReports[missing.messageKey];
  };
  const basis = { ...emptySelection, programId: 'QRN', batchId: 1 };

  it('the required fields are type, programme and batch, with a message if they are missing', () => {
    const message = 'الرجاء اختيار نوع التقرير والبرنامج والدفعة';
    expect(sentence(emptySelection)).toBe(message);
    for (const name of ['type', 'programId', 'batchId'] as const)
      expect(findMissing({ ...whole, [name]: null })).toEqual({ fields: [name], messageKey: 'needsBatch' });
  });

  it.each<[ReportType, string]>([
    ['transcript', 'الرجاء اختيار الطالب'],
    ['student-subject', 'الرجاء اختيار الطالب والمادة'],
    ['daily-log', 'الرجاء اختيار الطالب والمادة'],
    ['subject-sheet', 'الرجاء اختيار المادة'],
    ['daily-range', 'الرجاء اختيار المادة وتاريخ البداية والنهاية'],
  ])('a report of %s asks for the missing fields with the messages of the specification', (type, words) => {
    expect(sentence({ ...basis, type })).toBe(words);
    expect(sentence({ ...whole, type })).toBeNull();
  });

  it('the required fields of a range include no student, and each of the three missing fields has a message', () => {
    const range = { ...whole, type: 'daily-range' as const, studentId: null };
    expect(findMissing(range)).toBeNull();
    expect(findMissing({ ...range, endDate: null })?.fields).toEqual(['endDate']);
  });

  it('a reversed range and more than a year are refused; a year is allowed', () => {
    const range = { ...whole, type: 'daily-range' as const };
    expect(rangeProblem(range)).toBeNull();
    expect(rangeProblem({ ...range, endDate: '2026-08-31' })).toBe('datesReversed');
    expect(rangeProblem({ ...range, endDate: '2027-09-01' })).toBeNull();
    expect(rangeProblem({ ...range, endDate: '2027-09-02' })).toBe('rangeTooLong');
    expect(rangeProblem({ ...range, type: 'transcript', endDate: '2026-08-31' })).toBeNull();
  });
});

describe('the offered subjects', () => {
  const subjects = [
    { name: 'a', type: 'مادة', level: 1 },
    { name: 'b', type: 'تقييد يومي', level: 1 },
    { name: 'c', type: 'حفظ', level: 2 },
  ] as const;
  const offered = (type: ReportType, level: number | null = null) =>
    filterSubjects({ type, level }, subjects).map(({ name }) => name);

  it('the offered subjects are those of daily records for daily reports, and those with marks for others', () => {
    expect(offered('daily-log')).toEqual(['b']);
    expect(offered('daily-range')).toEqual(['b']);
    expect(offered('student-subject')).toEqual(['a', 'c']);
    expect(offered('subject-sheet')).toEqual(['a', 'c']);
  });

  it('the offered subjects are filtered by the level of a sheet', () => {
    expect(offered('subject-sheet', 2)).toEqual(['c']);
    expect(offered('subject-sheet', 8)).toEqual([]);
  });
});

describe('the address', () => {
  it('the address stores the whole selection and restores it', () => {
    const address = writeSelection(new URLSearchParams('x=1'), whole, true);
    expect(address.get('x')).toBe('1');
    expect(readSelection(address)).toEqual(whole);
    expect(isReportRequested(address)).toBe(true);
    const cleared = writeSelection(address, emptySelection, false);
    expect(cleared.toString()).toBe('x=1');
    expect(isReportRequested(cleared)).toBe(false);
  });

  it('the address may have invalid values: they are ignored', () => {
    const address = new URLSearchParams('type=all&batch_id=-1&level=9&start_date=today&student_id=%20');
    expect(readSelection(address)).toEqual(emptySelection);
  });
});
