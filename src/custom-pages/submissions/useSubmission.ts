import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import type { Api } from '../../dataProvider';
import { isNotFound } from '../../dataProvider/ApiProblem';
import { useText } from '../../i18n/useText';

export const submissionKey = (id: number | null) => ['submissions', id] as const;

/** A submission with its answers. A load that fails leads to the list of assignments, and a toast says so; spec 2 §8. */
export function useSubmission(id: number | null) {
  const t = useText();
  const notify = useNotify();
  const navigate = useNavigate();
  const { submission } = useDataProvider<Api>();
  const { data, error } = useQuery({
    queryKey: submissionKey(id),
    queryFn: () => submission(id ?? 0),
    enabled: id !== null,
  });
  // What is on the screen stays there when it cannot be read again.
  const hasFailed = error !== null && !isNotFound(error) && data === undefined;
  useEffect(() => {
    if (!hasFailed) return;
    notify(t('submissions.loadFailed'), { type: 'error' });
    void navigate('/assignments', { replace: true });
  }, [hasFailed, notify, navigate, t]);
  return { submission: data, isMissing: id === null || isNotFound(error) };
}
