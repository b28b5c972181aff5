import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import type { Api } from '../../dataProvider';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useText } from '../../i18n/useText';

const isMissing = (problem: unknown) => problem instanceof ApiProblem && problem.status === 404;

/**
 * An assignment with its questions. One that is not there is said on the page; a load that fails otherwise leads back
 * to the list (spec 2 §8), and a toast says why.
 * @param isGone it has just been deleted here: not read again on the way to the list
 */
export function useAssignment(id: number | null, isGone = false) {
  const t = useText();
  const notify = useNotify();
  const navigate = useNavigate();
  const { assignment } = useDataProvider<Api>();
  const { data, error } = useQuery({
    queryKey: ['assignments', 'one', id],
    queryFn: () => assignment(id ?? 0),
    enabled: id !== null && !isGone,
  });
  // What is on the screen stays there when it cannot be read again.
  const hasFailed = error !== null && !isMissing(error) && data === undefined;
  useEffect(() => {
    if (!hasFailed) return;
    notify(t('assignments.loadFailed'), { type: 'error' });
    void navigate('/assignments', { replace: true });
  }, [hasFailed, notify, navigate, t]);
  return { assignment: data, isMissing: id === null || isMissing(error) };
}
