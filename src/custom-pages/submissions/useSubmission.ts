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

/** If the submission cannot be loaded, opens the list of assignments with a toast (spec 2 §8). */
export function useSubmission(id: number | null) {
  const { notifyError } = useNotices();
  const navigate = useNavigate();
  const { submission } = useApi();
  const { data, error } = useQuery({
    queryKey: submissionKey(id),
    queryFn: () => submission(id ?? 0),
    enabled: id !== null,
  });
  // If a reload fails, the loaded submission stays on the screen.
  const hasFailed = error !== null && !isNotFound(error) && data === undefined;
  useEffect(() => {
    if (!hasFailed) return;
    notifyError(t('submissions.loadFailed'));
    void navigate('/assignments', { replace: true });
  }, [hasFailed, notifyError, navigate]);
  return { submission: data, isMissing: id === null || isNotFound(error) };
}

export const nextUngradedLinkId = 'next-ungraded';

/** Tracks the answer that the user grades, and handles the keys that move between answers. */
export function useGrading(submission: Submission, isStaff: boolean) {
  const [searchParams] = useSearchParams();
  const { answers } = submission;
  const [openAnswerId, setOpenAnswerId] = useState<number | null>(() => {
    if (!isStaff || !searchParams.has('grade')) return null;
    return (answers.find(({ score }) => score === null) ?? answers[0])?.id ?? null;
  });
  const [savedIds, setSavedIds] = useState<readonly number[]>([]);

  /** Opens the next answer without a score. After the last answer, the search continues at the first. */
  const handleSaved = (id: number, isContinuing: boolean) => {
    setSavedIds((before) => [...before, id]);
    const index = answers.findIndex((one) => one.id === id);
    const followingAnswers = [...answers.slice(index + 1), ...answers.slice(0, index)];
    const nextAnswer = isContinuing ? followingAnswers.find(({ score }) => score === null) : undefined;
    setOpenAnswerId(nextAnswer?.id ?? null);
    if (isContinuing && !nextAnswer) document.getElementById(nextUngradedLinkId)?.focus();
  };
  const move = (direction: -1 | 1) => {
    const index = answers.findIndex((one) => one.id === openAnswerId);
    const edgeIndex = direction === 1 ? 0 : answers.length - 1;
    const nextAnswer = answers[index < 0 ? edgeIndex : index + direction];
    if (nextAnswer) setOpenAnswerId(nextAnswer.id);
  };
  useGradingKeys(submission, isStaff, move);
  return {
    openAnswerId,
    savedIds,
    open: setOpenAnswerId,
    close: () => setOpenAnswerId(null),
    handleSaved,
  };
}

/**
 * Alt with an arrow key moves between answers. Alt with a page key moves between students. Alt+Enter opens
 * the next ungraded submission.
 */
function useGradingKeys(submission: Submission, isStaff: boolean, move: (direction: -1 | 1) => void) {
  const navigate = useNavigate();
  const goTo = (id: number | null | undefined) => {
    if (id != null) void navigate(`/submissions/${id}?grade=1`);
  };
  const actions: Partial<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    PageDown: () => goTo(submission.next_id),
    PageUp: () => goTo(submission.previous_id),
    Enter: () => goTo(submission.next_ungraded_id),
  };
  useWindowEvent('keydown', (event) => {
    const action = event.altKey && !event.ctrlKey && !event.shiftKey ? actions[event.key] : undefined;
    if (!isStaff || !action || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
    event.preventDefault();
    action();
  });
}
