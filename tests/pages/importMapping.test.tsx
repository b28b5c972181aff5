import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ImportType } from '../../contract/vocabulary';
import { FileValuesForm } from '../../src/custom-pages/import/FileValuesForm';
import { changeField, changeValues, type Mapping } from '../../src/custom-pages/import/mapping';
import { ColumnMatching, HeaderChoice } from '../../src/custom-pages/import/MappingStep';
import { isMarkMissing, SubjectMarks } from '../../src/custom-pages/import/SubjectMarks';
import type { ReadableSheet } from '../../src/custom-pages/import/ImportWorker';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import { catalogue, fieldFile, proposeForFile } from '../support/importColumns';
import { renderScreen, signInAs } from '../support/screen';

beforeEach(() => {
  localStorage.clear();
  signInAs('admin');
});
afterEach(cleanup);

const provider = {
  getList: async (resource: string) => {
    const data = resource === 'batches' ? catalogue.batches : catalogue.subjects;
    return { data, total: data.length };
  },
  batchCard: async (id: number) => ({
    subjects:
      id === 8
        ? [{ name: 'مصطلح الحديث', subject_code: 'HDT101-5', circles: [{ id: 1, name: 'حلقة عائشة' }] }]
        : [],
  }),
  gradeSettings: async () => defaultGradeSettings,
};

interface StepProps {
  type: ImportType;
  sheet: ReadableSheet;
  proposed: Mapping;
}

/** The parts of the step with the state that the dialog has. */
function Step({ type, sheet, proposed }: StepProps) {
  const [mapping, setMapping] = useState(proposed);
  return (
    <>
      <HeaderChoice sheet={sheet} onChange={() => undefined} />
      <ColumnMatching
        type={type}
        sheet={sheet}
        mapping={mapping}
        onChooseField={(column, field) => setMapping(changeField(type, sheet.header, mapping, column, field))}
      />
      <SubjectMarks
        type={type}
        sheet={sheet}
        mapping={mapping}
        onChange={(markField) => setMapping({ ...mapping, markField })}
      />
      <FileValuesForm
        type={type}
        mapping={mapping}
        onChange={(changes, sources) =>
          setMapping(changeValues(type, sheet.header, mapping, changes, sources))
        }
      />
      <output>{isMarkMissing(mapping) ? 'missing' : JSON.stringify(mapping.values)}</output>
    </>
  );
}

async function open(type: ImportType, file: string, extra = {}) {
  const { mapping, sheet } = await proposeForFile(type, fieldFile(file));
  const proposed = mapping;
  renderScreen(<Step type={type} sheet={sheet} proposed={proposed} />, { ...provider, ...extra });
  await screen.findByRole('status');
}

async function choose(label: string, option: string | RegExp) {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: label }));
  fireEvent.click(within(await screen.findByRole('listbox')).getByRole('option', { name: option }));
}

it('a serial says that it is not imported, and warns if the user imports it as the number', async () => {
  await open('students', 'serials-b');
  expect(screen.getByText('أرقام متسلسلة، لا تُستورد')).toBeTruthy();
  await choose('الحقل المقابل للعمود رقم الطالب', 'الرقم الأكاديمي');
  expect(screen.queryByText('أرقام متسلسلة، لا تُستورد')).toBeNull();
  expect(screen.getByText('أرقام متسلسلة، وليست أرقاماً أكاديمية في الغالب')).toBeTruthy();
});

it('proposed values say where they come from, and the batch offers its circles', async () => {
  await open('students', 'girls-title');
  expect(screen.getByText('مقترحة من العنوان فوق الجدول')).toBeTruthy();
  expect(screen.getByText('مقترحة من قسم الدفعة')).toBeTruthy();
  await screen.findByRole('combobox', { name: 'الحلقة' });
  await choose('الحلقة', /حلقة عائشة/);
  expect(screen.getByRole('status').textContent).toContain('"circle_subject_code":"HDT101-5"');
  // A chosen value is no proposal.
  await choose('الجنس', 'ذكر');
  expect(screen.queryByText('مقترحة من قسم الدفعة')).toBeNull();
  expect(screen.getByRole('status').textContent).toContain('"gender":"ذكر"');
  // Without the batch, neither its programme nor its circle is known.
  fireEvent.click(screen.getByRole('button', { name: 'مسح الاختيار' }));
  expect(screen.queryByRole('combobox', { name: 'الحلقة' })).toBeNull();
  expect(screen.getByRole('combobox', { name: 'البرنامج' })).toBeTruthy();
});

it('columns of subjects need a batch and a mark before the import', async () => {
  await open('grades', 'subjects');
  expect(screen.getByText('درجة مادة الفقه')).toBeTruthy();
  expect(screen.getAllByText('نتيجة محسوبة، لا تُستورد')).toHaveLength(2);
  expect(screen.getByRole('status').textContent).toBe('missing');
  await choose('الدرجات في أعمدة المواد هي درجات', 'الاختبار');
  expect(screen.getByRole('status').textContent).not.toBe('missing');
  fireEvent.click(screen.getByRole('button', { name: 'مسح الاختيار' }));
  expect(screen.getByText(/^في عناوين الأعمدة أسماء مواد/)).toBeTruthy();
  expect(screen.queryByText('درجة مادة الفقه')).toBeNull();
});

it('the only enabled column of the subjects is proposed as their mark', async () => {
  const onlyTest = {
    ...defaultGradeSettings,
    participationEnabled: false,
    attendanceEnabled: false,
    exerciseEnabled: false,
    readingEnabled: false,
  };
  await open('grades', 'subjects', { gradeSettings: async () => onlyTest });
  expect(await screen.findByText('العمود الوحيد المفعّل في هذه المواد')).toBeTruthy();
  expect(screen.getByRole('status').textContent).not.toBe('missing');
});

it('heads in two lines are joined, and the choice of the line says so', async () => {
  await open('students', 'parent-groups');
  expect(screen.getByText('العناوين في سطرين: هذا السطر والسطر 1 فوقه.')).toBeTruthy();
  expect(screen.getByText('ولي الأمر – الجوال')).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'الحقل المقابل للعمود ولي الأمر – الجوال' }).textContent).toBe(
    'جوال ولي الأمر',
  );
});
