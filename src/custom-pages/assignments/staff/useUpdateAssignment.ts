import { useMutation } from '@tanstack/react-query';
import { useDataProvider, useNotify } from 'react-admin';
import type { Assignment } from '../../../../contract/assignments';
import type { Api } from '../../../dataProvider';
import type { AssignmentChange } from '../../../dataProvider/assignments';
import { type PlainTextKey, useText } from '../../../i18n/useText';
import { overVersion } from './assignmentForm';
import { useRefusal } from './useAssignmentWrites';

/** Changes one thing of an assignment at once, from the version that is on the screen. */
export function useUpdateAssignment(assignment: Assignment) {
  const t = useText();
  const notify = useNotify();
  const refusal = useRefusal();
  const { updateAssignment } = useDataProvider<Api>();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ change }: { change: AssignmentChange; saved: PlainTextKey }) =>
      updateAssignment(assignment.id, overVersion(change, assignment)),
    onSuccess: (_, { saved }) => notify(t(saved), { type: 'success' }),
    onError: refusal('assignments.updateFailed'),
  });
  return { update: mutate, isPending };
}
