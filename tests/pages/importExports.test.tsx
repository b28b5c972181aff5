import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ImportType } from '../../contract/vocabulary';
import { proposeFields } from '../../src/custom-pages/import/fields';
import { useBatchColumns } from '../../src/resources/batches/BatchList';
import { useProgramColumns } from '../../src/resources/programs/ProgramList';
import { guardianColumns, useStudentColumns } from '../../src/resources/students/StudentList';
import { useSubjectColumns } from '../../src/resources/subjects/SubjectList';
import { renderScreen, signInAs } from '../support/screen';

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

/** Headers of our exported sheet. */
async function headersOf(useColumns: () => { header: string }[]): Promise<string[]> {
  const Columns = () => (
    <ul>
      {useColumns().map(({ header }) => (
        <li key={header}>{header}</li>
      ))}
    </ul>
  );
  renderScreen(<Columns />, {});
  return (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
}

it.each<[ImportType, () => { header: string }[], string[]]>([
  [
    'students',
    () => [...useStudentColumns(), ...guardianColumns(new Map())],
    'student_id full_name first_name second_name third_name last_name national_id gender nationality phone additional_phone email birth_date joined_on latin_name previous_study program_name batch_name guardian_name guardian_phone guardian_relation'.split(
      ' ',
    ),
  ],
  [
    'programs',
    useProgramColumns,
    ['code', 'name', 'specialty', 'levels', 'duration', 'status', 'description'],
  ],
  [
    'batches',
    useBatchColumns,
    'name program_name batch_number academic_year level start_date end_date status'.split(' '),
  ],
  ['subjects', useSubjectColumns, ['code', 'name', 'level', 'credit_hours', 'type', 'batch_name']],
])('each column of our exported sheet of %s is matched with its field', async (type, useColumns, fields) => {
  const header = await headersOf(useColumns);
  expect(proposeFields(type, header).filter((field) => field !== null)).toEqual(fields);
});
