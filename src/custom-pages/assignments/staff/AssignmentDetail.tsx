import { Alert, Button, Card, FormControlLabel, Switch } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Assignment, AssignmentDetail as Detail } from '../../../../contract/assignments';
import { hijriDate, timeInZone } from '../../../../contract/rules/hijri';
import { useApi } from '../../../dataProvider/useApi';
import type { AssignmentChange } from '../../../dataProvider/assignments';
import { useTimeZone } from '../../../dataProvider/useInstitute';
import { t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { FormDraft } from '../../../ui/form/FormDraft';
import { StaleDialog, type StaleField } from '../../../ui/form/StaleDialog';
import { FormBar } from '../../../ui/form/FormBar';
import { useVersionedForm, VersionedForm } from '../../../ui/form/VersionedForm';
import { AssignmentFacts } from '../AssignmentFacts';
import { AssignmentFields } from './AssignmentFields';
import { type AssignmentValues, assignmentValues, buildChange, addVersion } from './assignmentForm';
import { AssignmentFrame, assignmentListUrl } from './AssignmentFrame';
import { DeleteAssignment, DuplicateDialog } from './AssignmentTools';
import { Questions } from './Questions';
import { Submissions } from './Submissions';
import { useErrorHandler, useUpdateAssignment } from './useAssignmentWrites';

interface AssignmentDetailProps {
  assignment: Detail;
  onDeleted: () => void;
}

export default function AssignmentDetail({ assignment, onDeleted }: AssignmentDetailProps) {
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const [isEditing, setIsEditing] = useState(searchParams.has('edit'));
  const [openDialog, setOpenDialog] = useState<'delete' | 'duplicate' | null>(null);
  const close = () => setOpenDialog(null);
  return (
    <AssignmentFrame
      assignment={assignment}
      isEditing={isEditing}
      onEdit={() => setIsEditing(true)}
      onDuplicate={() => setOpenDialog('duplicate')}
      onDelete={() => setOpenDialog('delete')}
    >
      {assignment.needs_regrade && <RegradeBanner assignmentId={assignment.id} />}
      {isEditing ? (
        <AssignmentEdit assignment={assignment} onClose={() => setIsEditing(false)} />
      ) : (
        <AssignmentFacts assignment={assignment}>
          <LateSwitch assignment={assignment} />
        </AssignmentFacts>
      )}
      <Questions assignment={assignment} />
      <Submissions assignment={assignment} />
      {openDialog === 'duplicate' && <DuplicateDialog assignment={assignment} onClose={close} />}
      <DeleteAssignment
        assignment={openDialog === 'delete' ? assignment : null}
        onDeleted={() => {
          onDeleted();
          void navigate(assignmentListUrl(assignment), { replace: true });
        }}
        onClose={close}
      />
    </AssignmentFrame>
  );
}

function LateSwitch({ assignment }: { assignment: Assignment }) {
  const { update, isPending } = useUpdateAssignment(assignment);
  return (
    // AssignmentFacts renders this element inside its `dl`.
    <div>
      <dt hidden>{t('assignments.allowLate')}</dt>
      <dd style={{ margin: 0 }}>
        <FormControlLabel
          control={
            <Switch
              checked={assignment.allow_late_submission}
              disabled={isPending}
              onChange={(_, isAllowed) =>
                update({ change: { allow_late_submission: isAllowed }, doneMessage: 'assignments.updated' })
              }
            />
          }
          label={t('assignments.allowLate')}
        />
      </dd>
    </div>
  );
}

/**
 * Warns that stored scores are wrong, because marks or correct answers changed after a submission (decision
 * 25).
 */
function RegradeBanner({ assignmentId }: { assignmentId: number }) {
  const { notifyDone } = useNotices();
  const errorHandler = useErrorHandler();
  const { regrade } = useApi();
  const { mutate, isPending } = useMutation({
    mutationFn: () => regrade(assignmentId),
    onSuccess: (answer) => notifyDone(answer.message || t('assignments.regraded'), answer),
    onError: errorHandler('assignments.regradeFailed'),
  });
  return (
    <Alert
      severity="warning"
      sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
      action={
        <Button color="inherit" variant="outlined" disabled={isPending} onClick={() => mutate()}>
          {t('assignments.regrade')}
        </Button>
      }
    >
      {t('assignments.regradeText')}
    </Alert>
  );
}

function AssignmentEdit({ assignment, onClose }: { assignment: Detail; onClose: () => void }) {
  const edit = useAssignmentEdit(assignment, onClose);
  const fields = useStaleFields();
  const sum = assignment.questions_count === 0 ? null : assignment.total_marks;
  return (
    <>
      <VersionedForm versioned={edit} onSubmit={edit.submit}>
        <Card sx={{ p: { xs: 2, sm: 3 } }}>
          <FormDraft name="edit" />
          <AssignmentFields sum={sum} hasFocus />
        </Card>
        <FormBar hasCancelQuestion onCancel={() => void edit.discard()} />
      </VersionedForm>
      <StaleDialog fields={fields} question={edit.question} />
    </>
  );
}

function useStaleFields(): StaleField[] {
  const timeZone = useTimeZone();
  const yesOrNo = (value: unknown) => t(value === true ? 'ui.yes' : 'ui.no');
  const time = (value: unknown) =>
    `${hijriDate(String(value), { timeZone })} ${timeInZone(new Date(String(value)), timeZone)}`;
  return [
    { name: 'title', label: t('assignments.name') },
    { name: 'description', label: t('labels.description') },
    { name: 'due_date', label: t('assignments.due'), format: time },
    { name: 'total_marks', label: t('assignments.fullMarks') },
    { name: 'is_published', label: t('assignments.published'), format: yesOrNo },
    { name: 'allow_late_submission', label: t('assignments.allowLate'), format: yesOrNo },
  ];
}

const editableFields = [
  'title',
  'description',
  'due_date',
  'is_published',
  'allow_late_submission',
  'total_marks',
] as const;

/** `version` is the version of the edited assignment. A stored draft may have an older one. */
type EditValues = AssignmentValues & { version?: number };

/** @param onClose runs after a save or a discard */
function useAssignmentEdit(assignment: Detail, onClose: () => void) {
  const { notifyDone, notifyError } = useNotices();
  const errorHandler = useErrorHandler();
  const timeZone = useTimeZone();
  const { updateAssignment } = useApi();
  const { version } = assignment;
  const edit = useVersionedForm<EditValues, AssignmentChange, unknown>({
    defaultValues: {
      ...assignmentValues(assignment, timeZone),
      ...(version === undefined ? {} : { version }),
    },
    save: (body) => updateAssignment(assignment.id, body),
    onSaved: (answer) => notifyDone(t('assignments.updated'), answer),
    onRefused: errorHandler('assignments.updateFailed'),
    buildBody: (chosen, { mine, theirs }) => ({
      ...Object.fromEntries(
        editableFields.filter((name) => name in mine).map((name) => [name, chosen[name]]),
      ),
      version: Number(theirs['version']),
    }),
    onEnd: onClose,
  });
  const submit = (event: SyntheticEvent) =>
    edit.form.handleSubmit(
      (values) => {
        const editedAssignment = { ...assignment, version: values.version ?? version };
        return edit.send(addVersion(buildChange(values, editedAssignment, timeZone), editedAssignment));
      },
      ({ title }) => notifyError(t(title ? 'validation.fillRequired' : 'validation.review')),
    )(event);
  return { ...edit, submit };
}
