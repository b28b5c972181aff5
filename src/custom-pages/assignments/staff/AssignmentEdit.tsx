import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useState } from 'react';
import { SaveContextProvider } from 'react-admin';
import { FormProvider } from 'react-hook-form';
import type { AssignmentDetail } from '../../../../contract/assignments';
import { gregorianDate, timeInZone } from '../../../../contract/rules/hijri';
import { useTimeZone } from '../../../dataProvider/useTimeZone';
import { useText } from '../../../i18n/useText';
import { FormDraft } from '../../../ui/form/FormDraft';
import { LeaveQuestion } from '../../../ui/form/LeaveQuestion';
import { StaleDialog, type StaleField } from '../../../ui/form/StaleDialog';
import { FormBar } from '../../../ui/form/UnsavedBar';
import { AssignmentFields } from './AssignmentFields';
import { useAssignmentEdit } from './useAssignmentEdit';

interface AssignmentEditProps {
  assignment: AssignmentDetail;
  onClose: () => void;
}

/** An assignment's title, description, due time and switches, to change. */
export function AssignmentEdit({ assignment, onClose }: AssignmentEditProps) {
  const [isAsking, setIsAsking] = useState(false);
  const edit = useAssignmentEdit(assignment, onClose);
  const fields = useStaleFields();
  const sum = assignment.questions_count === 0 ? null : assignment.total_marks;
  const cancel = () => (edit.isDirty ? setIsAsking(true) : void edit.leave());
  return (
    <SaveContextProvider value={edit.saveContext}>
      <FormProvider {...edit.form}>
        <Box component="form" noValidate onSubmit={(event) => void edit.submit(event)}>
          <Card sx={{ p: { xs: 2, sm: 3 } }}>
            <FormDraft name="edit" />
            <AssignmentFields sum={sum} hasFocus />
          </Card>
          <FormBar onCancel={cancel} />
        </Box>
      </FormProvider>
      <LeaveQuestion isOpen={isAsking} onStay={() => setIsAsking(false)} onLeave={() => void edit.leave()} />
      {edit.stale && (
        <StaleDialog
          {...edit.stale}
          key={String(edit.stale.theirs['version'])}
          fields={fields}
          isSaving={edit.isPending}
          onResolve={edit.resolve}
          onClose={edit.dropStale}
        />
      )}
    </SaveContextProvider>
  );
}

function useStaleFields(): StaleField[] {
  const t = useText();
  const timeZone = useTimeZone();
  const yesOrNo = (value: unknown) => t(value === true ? 'assignments.yes' : 'assignments.no');
  const time = (value: unknown) =>
    `${gregorianDate(String(value), { timeZone })} ${timeInZone(new Date(String(value)), timeZone)}`;
  return [
    { name: 'title', label: t('assignments.name') },
    { name: 'description', label: t('assignments.description') },
    { name: 'due_date', label: t('assignments.dueInput'), shown: time },
    { name: 'total_marks', label: t('assignments.fullMarks') },
    { name: 'is_published', label: t('assignments.isPublished'), shown: yesOrNo },
    { name: 'allow_late_submission', label: t('assignments.allowLate'), shown: yesOrNo },
  ];
}
