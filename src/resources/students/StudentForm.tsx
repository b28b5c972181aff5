import { useState } from 'react';
import { CreateBase, useGetMany, useRecordContext } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import { studentFields } from '../../../contract/recordFields';
import type { Student, StudentRow } from '../../../contract/students/students';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { EditPage, RecordForm, useSaveOutcome } from '../../ui/form/RecordForm';
import { SaveAndAddButton } from '../../ui/form/SaveAndAddButton';
import { type StaleField, type StaleSave, staleFields } from '../../ui/form/StaleDialog';
import { Page } from '../../ui/page/Page';
import { EnrolmentPanel, InactiveStatusChip } from './EnrolmentPanel';
import { StudentInputs } from './StudentInputs';
import { cleanStudent, newStudent, nextStudent } from './studentModel';

export function StudentCreate() {
  const { notifyDone } = useNotices();
  const { mutationOptions } = useSaveOutcome({
    successKey: 'students.created',
    failureKey: 'students.saveFailed',
  });
  const [{ formNumber, values }, setForm] = useState<{ formNumber: number; values: Record<string, unknown> }>(
    {
      formNumber: 0,
      values: newStudent,
    },
  );
  const addNext = (saved: Student) => {
    notifyDone(t('students.created'), saved);
    setForm({ formNumber: formNumber + 1, values: nextStudent(saved) });
  };
  return (
    <CreateBase mutationOptions={mutationOptions} transform={cleanStudent}>
      <Page title={t('students.addTitle')} subtitle={t('students.addSubtitle')}>
        {/* The new key removes all state of the previous student. */}
        <RecordForm
          key={formNumber}
          defaultValues={values}
          isNew
          maxWidth={880}
          secondSave={<SaveAndAddButton<Student> label={t('students.saveAndAdd')} onSaved={addNext} />}
        >
          <StudentInputs />
        </RecordForm>
      </Page>
    </CreateBase>
  );
}

export function StudentEdit() {
  const outcome = useSaveOutcome({ successKey: 'students.updated', failureKey: 'students.saveFailed' });
  const fields = useStaleFields(outcome.stale);
  return (
    <EditPage
      title={t('students.editTitle')}
      subtitle={<EditedName />}
      failureTitle={t('students.oneLoadFailed')}
      outcome={outcome}
      fields={fields}
      transform={cleanStudent}
      maxWidth={880}
      below={<EnrolmentPanel />}
    >
      <StudentInputs isStored />
    </EditPage>
  );
}

function EditedName() {
  const student = useRecordContext<StudentRow>();
  if (!student) return t('students.editSubtitle');
  return (
    <>
      <bdi>{student.full_name}</bdi> <InactiveStatusChip status={student.status} />
    </>
  );
}

/** The fields of the stale dialog have names for programme and batch, instead of ids. */
function useStaleFields(stale: StaleSave | null): StaleField[] {
  const { theirs, mine } = stale ?? { theirs: {}, mine: {} };
  const ids = [mine['batch_id'], theirs['batch_id']].filter((id) => typeof id === 'number');
  const { data } = useGetMany<Batch>('batches', { ids }, { enabled: ids.length > 0 });
  const batches = (data ?? []).filter(Boolean);
  const formatProgram = (code: unknown) =>
    code === theirs['program_id']
      ? String(theirs['program_name'])
      : (batches.find(({ program_id }) => program_id === code)?.program_name ?? String(code));
  const formatBatch = (id: unknown) => batches.find((batch) => batch.id === id)?.batch_name ?? String(id);
  return [
    ...staleFields(studentFields),
    { name: 'program_id', label: t('resources.students.fields.program_id'), format: formatProgram },
    { name: 'batch_id', label: t('resources.students.fields.batch_id'), format: formatBatch },
  ];
}
