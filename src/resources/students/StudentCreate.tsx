import { useState } from 'react';
import { CreateBase, useNotify } from 'react-admin';
import type { Student } from '../../../contract/students';
import { useText } from '../../i18n/useText';
import { Page } from '../../ui/page/Page';
import { RecordForm } from '../../ui/form/RecordForm';
import { useSaveOutcome } from '../../ui/form/useSaveOutcome';
import { SaveAndAddButton } from './SaveAndAddButton';
import { StudentInputs } from './StudentInputs';
import { cleanStudent, newStudent, nextStudent } from './studentModel';

export default function StudentCreate() {
  const t = useText();
  const notify = useNotify();
  const { mutationOptions } = useSaveOutcome({ saved: 'students.created', failed: 'students.saveFailed' });
  const [{ turn, values }, setForm] = useState<{ turn: number; values: Record<string, unknown> }>({
    turn: 0,
    values: newStudent,
  });
  const addNext = (saved: Student) => {
    notify(t('students.created'), { type: 'success' });
    setForm({ turn: turn + 1, values: nextStudent(saved) });
  };
  return (
    <CreateBase mutationOptions={mutationOptions} transform={cleanStudent}>
      <Page title={t('students.addTitle')} subtitle={t('students.addQuiet')}>
        {/* A new form for each student: nothing of the last one lingers. */}
        <RecordForm
          key={turn}
          defaultValues={values}
          isNew
          maxWidth={880}
          secondSave={<SaveAndAddButton onSaved={addNext} />}
        >
          <StudentInputs hasFocus={turn > 0} />
        </RecordForm>
      </Page>
    </CreateBase>
  );
}
