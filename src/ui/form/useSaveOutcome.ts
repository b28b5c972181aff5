import { useState } from 'react';
import { type RaRecord, useNotify, useRedirect, useResourceContext } from 'react-admin';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { type PlainTextKey, useText } from '../../i18n/useText';
import { sentenceOf } from '../page/sentenceOf';

type Values = Record<string, unknown>;

/** A save that was refused because the record had changed meanwhile. */
export interface StaleSave {
  mine: Values;
  theirs: Values;
}

interface Outcome {
  saved: PlainTextKey;
  /** Shown where the server says nothing itself. */
  failed: PlainTextKey;
}

/**
 * What follows a save: the success sentence and the way back to the list; the server's sentence else the
 * screen's own; `stale` when two tabs met. Spread `mutationOptions` on `EditBase` or `CreateBase`.
 */
export function useSaveOutcome({ saved, failed }: Outcome) {
  const t = useText();
  const notify = useNotify();
  const redirect = useRedirect();
  const resource = useResourceContext();
  const [stale, setStale] = useState<StaleSave | null>(null);

  const onSuccess = (record: RaRecord) => {
    setStale(null);
    notify(t(saved), { type: 'success' });
    redirect('list', resource, record.id, record);
  };
  const onError = (problem: unknown, variables?: { data?: Values; previousData?: Values }) => {
    if (problem instanceof ApiProblem && problem.code === 'STALE' && problem.current) {
      setStale({
        mine: changedValues(variables?.data ?? {}, variables?.previousData ?? {}),
        theirs: problem.current,
      });
      return;
    }
    notify(sentenceOf(problem, t(failed)), { type: 'error' });
  };
  return { mutationOptions: { onSuccess, onError }, stale, dropStale: () => setStale(null) };
}

/** What this person changed: the rest follows what is stored now, without a question. */
function changedValues(values: Values, before: Values): Values {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed);
}
