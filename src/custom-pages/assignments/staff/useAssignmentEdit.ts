import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { useDataProvider, useMutationMiddlewares, useNotify } from 'react-admin';
import { useForm } from 'react-hook-form';
import type { AssignmentDetail } from '../../../../contract/assignments';
import type { Api } from '../../../dataProvider';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import type { AssignmentChange } from '../../../dataProvider/assignments';
import { useTimeZone } from '../../../dataProvider/useTimeZone';
import { useText } from '../../../i18n/useText';
import type { StaleSave } from '../../../ui/form/useSaveOutcome';
import { type AssignmentValues, assignmentValues, changeOf, overVersion } from './assignmentForm';
import { useRefusal } from './useAssignmentWrites';

/** What two people may disagree about. */
export const editedFields = [
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
export function useAssignmentEdit(assignment: AssignmentDetail, onClose: () => void) {
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
