import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Api } from '../../../dataProvider';
import { type Answers, fromList, merged } from './answers';

/** What was typed on this device, and what another one has left on the server. */
export function useKeptAnswers(assignmentId: number, here: Answers): Answers {
  const provider = useDataProvider<Api>();
  const { data } = useQuery({
    queryKey: ['assignments', 'draft', assignmentId],
    queryFn: () => provider.answerDraft(assignmentId),
  });
  return merged({}, here, fromList(data?.answers ?? [])).answers;
}
