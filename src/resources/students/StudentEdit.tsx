import { useRecordContext } from 'react-admin';
import type { StudentRow } from '../../../contract/students';
import { useText } from '../../i18n/useText';
import { EditPage } from '../../ui/form/EditPage';
import { useSaveOutcome } from '../../ui/form/useSaveOutcome';
import { StudentInputs } from './StudentInputs';
import { cleanStudent } from './studentModel';
import { useStaleFields } from './useStaleFields';

export default function StudentEdit() {
  const t = useText();
  const outcome = useSaveOutcome({ saved: 'students.updated', failed: 'students.saveFailed' });
  const fields = useStaleFields(outcome.stale);
  return (
    <EditPage
      title={t('students.editTitle')}
      subtitle={<EditedName />}
      failed={t('students.oneLoadFailed')}
      outcome={outcome}
      fields={fields}
      transform={cleanStudent}
      maxWidth={880}
    >
      <StudentInputs isStored />
    </EditPage>
  );
}

function EditedName() {
  const t = useText();
  const student = useRecordContext<StudentRow>();
  return student ? <bdi>{student.full_name}</bdi> : t('students.editQuiet');
}
