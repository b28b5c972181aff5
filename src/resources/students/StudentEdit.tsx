import { EditBase, useRecordContext } from 'react-admin';
import type { StudentRow } from '../../../contract/students';
import { useText } from '../../i18n/useText';
import { EditContent } from '../../ui/EditContent';
import { Page } from '../../ui/Page';
import { RecordForm } from '../../ui/RecordForm';
import { StaleSaveDialog } from '../../ui/StaleSaveDialog';
import { useSaveOutcome } from '../../ui/useSaveOutcome';
import { StudentInputs } from './StudentInputs';
import { cleanStudent } from './studentModel';
import { useStaleFields } from './useStaleFields';

export default function StudentEdit() {
  const t = useText();
  const { mutationOptions, stale, dropStale } = useSaveOutcome({
    saved: 'students.updated',
    failed: 'students.saveFailed',
  });
  const fields = useStaleFields(stale);
  return (
    <EditBase
      mutationMode="pessimistic"
      mutationOptions={mutationOptions}
      transform={cleanStudent}
      redirectOnError={false}
    >
      <Page title={t('students.editTitle')} quiet={<EditedName />}>
        <EditContent failed={t('students.oneLoadFailed')}>
          <RecordForm maxWidth={880}>
            <StudentInputs isStored />
          </RecordForm>
        </EditContent>
      </Page>
      <StaleSaveDialog stale={stale} fields={fields} onClose={dropStale} />
    </EditBase>
  );
}

function EditedName() {
  const t = useText();
  const student = useRecordContext<StudentRow>();
  return student ? <bdi>{student.full_name}</bdi> : t('students.editQuiet');
}
