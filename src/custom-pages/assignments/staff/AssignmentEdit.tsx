import Card from '@mui/material/Card';
import { type SyntheticEvent, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { AssignmentDetail } from '../../../../contract/assignments';
import { gregorianDate, timeInZone } from '../../../../contract/rules/hijri';
import type { Api } from '../../../dataProvider';
import type { AssignmentChange } from '../../../dataProvider/assignments';
import { useTimeZone } from '../../../dataProvider/useTimeZone';
import { useText } from '../../../i18n/useText';
import { LeaveQuestion } from '../../../ui/dialog/QuestionDialog';
import { FormDraft } from '../../../ui/form/FormDraft';
import { StaleDialog, type StaleField } from '../../../ui/form/StaleDialog';
import { FormBar } from '../../../ui/form/UnsavedBar';
import { useVersionedForm, VersionedForm } from '../../../ui/form/versionedSave';
import { AssignmentFields } from './AssignmentFields';
import { type AssignmentValues, assignmentValues, changeOf, overVersion } from './assignmentForm';
import { useRefusal } from './useAssignmentWrites';

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
    <>
      <VersionedForm of={edit} onSubmit={edit.submit}>
        <Card sx={{ p: { xs: 2, sm: 3 } }}>
          <FormDraft name="edit" />
          <AssignmentFields sum={sum} hasFocus />
        </Card>
        <FormBar onCancel={cancel} />
      </VersionedForm>
      <LeaveQuestion isOpen={isAsking} onStay={() => setIsAsking(false)} onLeave={() => void edit.leave()} />
      <StaleDialog fields={fields} question={edit.question} />
    </>
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

/** What two people may disagree about. */
const editedFields = [
  'title',
  'description',
  'due_date',
  'is_published',
  'allow_late_submission',
  'total_marks',
] as const;

/** A draft found on the device may have been typed over an older version. */
type EditValues = AssignmentValues & { version?: number };

/** The form of a stored assignment; `onClose` when it was saved or dropped. */
function useAssignmentEdit(assignment: AssignmentDetail, onClose: () => void) {
  const t = useText();
  const notify = useNotify();
  const refusal = useRefusal();
  const timeZone = useTimeZone();
  const { updateAssignment } = useDataProvider<Api>();
  const { version } = assignment;
  const edit = useVersionedForm<EditValues, AssignmentChange, unknown>({
    defaultValues: {
      ...assignmentValues(assignment, timeZone),
      ...(version === undefined ? {} : { version }),
    },
    save: (body) => updateAssignment(assignment.id, body),
    onSaved: () => notify(t('assignments.updated'), { type: 'success' }),
    onRefused: refusal('assignments.updateFailed'),
    bodyOf: (chosen, { mine, theirs }) => ({
      ...Object.fromEntries(editedFields.filter((name) => name in mine).map((name) => [name, chosen[name]])),
      version: Number(theirs['version']),
    }),
    onOver: onClose,
  });
  const submit = (event: SyntheticEvent) =>
    edit.form.handleSubmit(
      (values) => {
        const opened = { ...assignment, version: values.version ?? version };
        return edit.send(overVersion(changeOf(values, opened, timeZone), opened));
      },
      ({ title }) => notify(t(title ? 'validation.fillRequired' : 'validation.review'), { type: 'error' }),
    )(event);
  return { ...edit, submit };
}
