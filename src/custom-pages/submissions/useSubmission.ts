import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Submission } from '../../../contract/assignments';
import { useApi } from '../../dataProvider/useApi';
import { isNotFound } from '../../dataProvider/ApiProblem';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { useWindowEvent } from '../../ui/page/useWindowEvent';

export const submissionKey = (id: number | null) => ['submissions', id] as const;

/**
 * A submission with its answers. If it cannot be loaded, opens the list of assignments and shows a toast; spec 2 §8.
 */
export function useSubmission(id: number | null) {
  const { notifyError } = useNotices();
  const navigate = useNavigate();
  const { submission } = useApi();
  const { data, error } = useQuery({
    queryKey: submissionKey(id),
    queryFn: () => submission(id ?? 0),
    enabled: id !== null,
  });
  // Shown data stays on the screen if it cannot be loaded again.
  const hasFailed = error !== null && !isNotFound(error) && data === undefined;
  useEffect(() => {
    if (!hasFailed) return;
    notifyError(t('submissions.loadFailed'));
    void navigate('/assignments', { replace: true });
  }, [hasFailed, notifyError, navigate]);
  return { submission: data, isMissing: id === null || isNotFound(error) };
}

/** The id of the link to the next ungraded submission. */
export const nextUngradedId = 'next-ungraded';

/** The answer that is being graded, and the keys to move between answers. */
export function useGrading(submission: Submission, isStaff: boolean) {
  const [address] = useSearchParams();
  const { answers } = submission;
  const [gradedId, setGradedId] = useState<number | null>(() => {
    if (!isStaff || !address.has('grade')) return null;
    return (answers.find(({ score }) => score === null) ?? answers[0])?.id ?? null;
  });
  const [savedIds, setSavedIds] = useState<readonly number[]>([]);

  /** After saving: moves to the next answer without a score, starting again from the top. */
  const saved = (id: number, isOn: boolean) => {
    setSavedIds((before) => [...before, id]);
    const place = answers.findIndex((one) => one.id === id);
    const others = [...answers.slice(place + 1), ...answers.slice(0, place)];
    const next = isOn ? others.find(({ score }) => score === null) : undefined;
    setGradedId(next?.id ?? null);
    if (isOn && !next) document.getElementById(nextUngradedId)?.focus();
  };
  const step = (by: -1 | 1) => {
    const place = answers.findIndex((one) => one.id === gradedId);
    const first = by === 1 ? 0 : answers.length - 1;
    const next = answers[place < 0 ? first : place + by];
    if (next) setGradedId(next.id);
  };
  useGradingKeys(submission, isStaff, step);
  return {
    gradedId,
    savedIds,
    open: setGradedId,
    close: () => setGradedId(null),
    saved,
  };
}

/** Alt with arrows moves between answers, with page keys between students, with Enter to the next ungraded one. */
function useGradingKeys(submission: Submission, isStaff: boolean, step: (by: -1 | 1) => void) {
  const navigate = useNavigate();
  const goTo = (id: number | null | undefined) => {
    if (id != null) void navigate(`/submissions/${id}?grade=1`);
  };
  const acts: Partial<Record<string, () => void>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    PageDown: () => goTo(submission.next_id),
    PageUp: () => goTo(submission.previous_id),
    Enter: () => goTo(submission.next_ungraded_id),
  };
  useWindowEvent('keydown', (event) => {
    const act = event.altKey && !event.ctrlKey && !event.shiftKey ? acts[event.key] : undefined;
    if (!isStaff || !act || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
    event.preventDefault();
    act();
  });
}
