import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { SaveContextProvider, useDataProvider, useMutationMiddlewares, useNotify } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import type { AssignmentDetail } from '../../../../contract/assignments';
import { gregorianDate, timeInZone } from '../../../../contract/rules/hijri';
import type { Api } from '../../../dataProvider';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import type { AssignmentChange } from '../../../dataProvider/assignments';
import { useTimeZone } from '../../../dataProvider/useTimeZone';
import { useText } from '../../../i18n/useText';
import { LeaveQuestion } from '../../../ui/dialog/QuestionDialog';
import { FormDraft } from '../../../ui/form/FormDraft';
import { StaleDialog, type StaleField, type StaleSave } from '../../../ui/form/StaleDialog';
import { FormBar } from '../../../ui/form/UnsavedBar';
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
  const form = useForm<EditValues>({
    defaultValues: {
      ...assignmentValues(assignment, timeZone),
      ...(version === undefined ? {} : { version }),
    },
  });
  const { getMutateWithMiddlewares, ...middlewares } = useMutationMiddlewares();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: AssignmentChange) => updateAssignment(assignment.id, body),
  });
  const [stale, setStale] = useState<StaleSave | null>(null);

  const send = async (body: AssignmentChange) => {
    if (isPending) return;
    try {
      // The draft is dropped on the way.
      await getMutateWithMiddlewares(mutateAsync)(body);
      notify(t('assignments.updated'), { type: 'success' });
      onClose();
    } catch (problem) {
      if (problem instanceof ApiProblem && problem.code === 'STALE' && problem.current)
        setStale({ mine: { ...body }, theirs: problem.current });
      else {
        setStale(null);
        refusal('assignments.updateFailed')(problem);
      }
    }
  };
  const submit = (event: SyntheticEvent) =>
    form.handleSubmit(
      (values) => {
        const opened = { ...assignment, version: values.version ?? version };
        return send(overVersion(changeOf(values, opened, timeZone), opened));
      },
      ({ title }) => notify(t(title ? 'validation.fillRequired' : 'validation.review'), { type: 'error' }),
    )(event);
  return {
    form,
    isPending,
    stale,
    submit,
    isDirty: Object.keys(form.formState.dirtyFields).length > 0,
    /** Drops what was typed, and its draft. */
    leave: async () => {
      await getMutateWithMiddlewares(async () => undefined)();
      onClose();
    },
    resolve: (chosen: Record<string, unknown>) => {
      const kept = editedFields.filter((name) => stale !== null && name in stale.mine);
      const body = Object.fromEntries(kept.map((name) => [name, chosen[name]]));
      void send({ ...body, version: Number(stale?.theirs['version']) });
    },
    dropStale: () => setStale(null),
    saveContext: { saving: isPending, ...middlewares },
  };
}
