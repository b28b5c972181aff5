import { type ReactNode, useRef, useState } from 'react';
import { CreateBase, SaveContextProvider, useGetMany, useRecordContext, useSaveContext } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import { studentFields } from '../../../contract/recordFields';
import type { Student, StudentRow } from '../../../contract/students/students';
import type { Gender } from '../../../contract/vocabulary';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { EditPage, RecordForm, useSaveOutcome } from '../../ui/form/RecordForm';
import { SaveAndAddButton } from '../../ui/form/SaveAndAddButton';
import { type StaleField, type StaleSave, staleFields } from '../../ui/form/StaleDialog';
import { bothDatesText } from '../../ui/page/BothDates';
import { Page } from '../../ui/page/Page';
import { EnrolmentPanel } from './EnrolmentPanel';
import { GuardiansOfRecord } from './guardians/GuardianPanel';
import { InactiveStatusChip } from './StatusChip';
import { StudentInputs } from './StudentInputs';
import { cleanStudent, newStudent, nextStudent } from './studentModel';
import { useGenderQuestion } from './useGenderQuestion';

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
    isLinkTold.current = false;
    setForm({ formNumber: formNumber + 1, values: nextStudent(saved) });
  };
  /** The message of the refusal tells of the link, so the next save confirms it. */
  const isLinkTold = useRef(false);
  const onError: typeof mutationOptions.onError = (problem, variables) => {
    isLinkTold.current ||= problem instanceof ApiProblem && problem.code === 'GUARDIAN_HAS_LINK';
    mutationOptions.onError(problem, variables);
  };
  return (
    <CreateBase
      mutationOptions={{ ...mutationOptions, onError }}
      transform={(student: Record<string, unknown>) =>
        cleanStudent(student, { isLinkTold: isLinkTold.current })
      }
    >
      <Page title={t('students.addTitle')} subtitle={t('students.addSubtitle')}>
        {/* The new key removes all state of the previous student. */}
        <ConfirmBatchGender key={formNumber}>
          <RecordForm
            defaultValues={values}
            isNew
            maxWidth={880}
            secondSave={<SaveAndAddButton<Student> label={t('students.saveAndAdd')} onSaved={addNext} />}
          >
            <StudentInputs />
          </RecordForm>
        </ConfirmBatchGender>
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
      wrapper={ConfirmBatchGender}
      below={
        <>
          <GuardiansOfRecord />
          <EnrolmentPanel />
        </>
      }
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
    ...staleFields(studentFields, { birth_date: formatDay, joined_on: formatDay }),
    { name: 'program_id', label: t('resources.students.fields.program_id'), format: formatProgram },
    { name: 'batch_id', label: t('resources.students.fields.batch_id'), format: formatBatch },
  ];
}

const formatDay = (day: unknown) => bothDatesText(String(day));

/** Asks before a form saves a student into another batch. */
function ConfirmBatchGender({ children }: { children: ReactNode }) {
  const stored = useRecordContext<StudentRow>();
  const context = useSaveContext();
  const { notifyProblem } = useNotices();
  const { confirm, dialog } = useGenderQuestion();
  const save: typeof context.save = async (values, callbacks) => {
    const { batch_id, gender } = values as { batch_id?: number | null; gender?: Gender };
    try {
      const joinsBatch = batch_id != null && batch_id !== (stored?.batch_id ?? null);
      const student_row_ids = stored ? [stored.id] : [];
      const check = { batch_id: batch_id ?? 0, student_row_ids, ...(gender && { gender }) };
      if (joinsBatch && !(await confirm(check))) return undefined;
    } catch (problem) {
      notifyProblem(problem, t('students.saveFailed'));
      return undefined;
    }
    return context.save?.(values, callbacks) as never;
  };
  return (
    <SaveContextProvider value={{ ...context, save }}>
      {children}
      {dialog}
    </SaveContextProvider>
  );
}
