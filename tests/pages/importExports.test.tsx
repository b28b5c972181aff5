import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ImportType } from '../../contract/vocabulary';
import { autoFields } from '../../src/custom-pages/import/fieldNames';
import { useBatchColumns } from '../../src/resources/batches/useBatchColumns';
import { useProgramColumns } from '../../src/resources/programs/useProgramColumns';
import { useStudentColumns } from '../../src/resources/students/useStudentColumns';
import { useSubjectColumns } from '../../src/resources/subjects/useSubjectColumns';
import { showScreen, signInAs } from '../support/screen';

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

it.each<[ImportType, () => { header: string }[], string[]]>([
  [
    'students',
    useStudentColumns,
    'student_id full_name first_name second_name third_name last_name national_id gender nationality phone additional_phone email program_name batch_name'.split(
      ' ',
    ),
  ],
  ['programs', useProgramColumns, ['code', 'name', 'levels', 'duration', 'status', 'description']],
  [
    'batches',
    useBatchColumns,
    'name program_name batch_number academic_year level start_date end_date status'.split(' '),
  ],
  ['subjects', useSubjectColumns, ['code', 'name', 'level', 'credit_hours', 'type', 'batch_name']],
])(
  'the columns of our own sheet of %s are known again, each as its field',
  async (type, useColumns, fields) => {
    const Columns = () => (
      <ul>
        {useColumns().map(({ header }) => (
          <li key={header}>{header}</li>
        ))}
      </ul>
    );
    showScreen(<Columns />, {});
    const header = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(autoFields(type, header).filter((field) => field !== null)).toEqual(fields);
  },
);
