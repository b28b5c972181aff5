import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useNotify } from 'react-admin';
import type { Assignment } from '../../../../contract/assignments';
import type { Api } from '../../../dataProvider';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import type { AssignmentChange } from '../../../dataProvider/assignments';
import { type PlainTextKey, useText } from '../../../i18n/useText';
import { overVersion } from './assignmentForm';
import { useRefusal } from './useAssignmentWrites';

interface Update {
  change: AssignmentChange;
  saved: PlainTextKey;
  /** Of the assignment when the change was begun, where that took a while; else what is on the screen. */
  version?: number;
  /** Told what is stored now where somebody has changed it since. */
  onStale?: (theirs: Record<string, unknown>) => void;
}

/** Changes one thing of an assignment at once. */
export function useUpdateAssignment(assignment: Assignment) {
  const t = useText();
  const notify = useNotify();
  const client = useQueryClient();
  const refusal = useRefusal();
  const { updateAssignment } = useDataProvider<Api>();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ change, version = assignment.version }: Update) =>
      updateAssignment(assignment.id, overVersion(change, { ...assignment, version })),
    onSuccess: (_, { saved }) => notify(t(saved), { type: 'success' }),
    onError: (problem, { onStale }) => {
      const isStale = problem instanceof ApiProblem && problem.code === 'STALE';
      // What the person is told of is to be seen too, and can then be changed.
      if (isStale) void client.invalidateQueries();
      if (isStale && problem.current && onStale) onStale(problem.current);
      else refusal('assignments.updateFailed')(problem);
    },
  });
  return { update: mutate, isPending };
}
