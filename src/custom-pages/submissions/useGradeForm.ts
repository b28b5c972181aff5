import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { Answer, Submission } from '../../../contract/assignments';
import { cleanText, foldDigits } from '../../../contract/rules/arabicText';
import type { Api } from '../../dataProvider';
import type { AnswerGrade } from '../../dataProvider/assignments';
import { useText } from '../../i18n/useText';
import { useKeptState } from '../../ui/form/drafts';
import { useVersionedSave } from '../../ui/form/versionedSave';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { submissionKey } from './useSubmission';

/** Under which a grade that is being typed is kept on the device. */
export const placeOf = (answerId: number) => `/submissions/answers/${answerId}`;

/** The score as typed: a whole number in digits of any script; null for none, NaN for anything else. */
export function scoreIn(text: string): number | null {
  const digits = foldDigits(cleanText(text));
  if (digits === '') return null;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}

/** A score that cannot be given: no whole number, or more than there is to give. None at all is no mistake. */
export const isWrongScore = (score: number | null, most: number): boolean =>
  score !== null && !(score <= most);

/** What a score starts with: the server's own proposal, or all or nothing where it says right or wrong. */
export function proposedScore({ suggested_score, is_correct, max_marks }: Answer): number | null {
  if (suggested_score != null) return suggested_score;
  if (is_correct == null) return null;
  return is_correct ? max_marks : 0;
}

interface GradeTarget {
  answer: Answer;
  submissionId: number;
  /** Saved; `isOn`: on to the next answer. */
  onSaved: (id: number, isOn: boolean) => void;
}

/** The score and the words for one answer; kept on the device until they are saved. */
export function useGradeForm({ answer, submissionId, onSaved }: GradeTarget) {
  const t = useText();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { gradeAnswer } = useDataProvider<Api>();
  const { id, max_marks: most, version } = answer;
  const proposed = answer.score ?? proposedScore(answer);
  const kept = useKeptState(
    placeOf(id),
    { score: proposed === null ? '' : String(proposed), feedback: answer.feedback ?? '' },
    version,
  );
  const [isChecked, setIsChecked] = useState(false);
  const { score: typed, feedback } = kept.value;
  const score = scoreIn(typed);
  const isEmpty = score === null && feedback.trim() === '';
  const isWrong = isWrongScore(score, most);
  const problem = isWrong || isEmpty ? t('submissions.pointsProblem', { most }) : '';

  const saving = useVersionedSave({
    save: ({ isOn: _, ...body }: AnswerGrade & { isOn: boolean }) => gradeAnswer(id, body),
    onSaved: ({ submission }, { isOn }) => {
      kept.drop();
      // Shown at once, before it is read again.
      if (submission)
        queryClient.setQueryData<Submission>(submissionKey(submissionId), (before) => ({
          ...before,
          ...submission,
        }));
      onSaved(id, isOn);
    },
    onRefused: (refused) => notify(sentenceOf(refused, t('submissions.saveFailed')), { type: 'error' }),
    bodyOf: (chosen, { theirs }) => ({
      score: chosen['score'],
      feedback: chosen['feedback'] ?? '',
      version: Number(theirs['version']),
      isOn: true,
    }),
  });
  const save = (isOn: boolean) => {
    setIsChecked(true);
    if (saving.isPending || problem !== '') return;
    const stored = kept.version ?? version;
    void saving.send({ score, feedback, ...(stored === undefined ? {} : { version: stored }), isOn });
  };
  return {
    typed,
    feedback,
    setScore: (text: string) => kept.set({ ...kept.value, score: text }),
    setFeedback: (text: string) => kept.set({ ...kept.value, feedback: text }),
    isDirty: kept.isDirty,
    problem: isChecked || isWrong ? problem : '',
    isSaving: saving.isPending,
    hasFailed: saving.hasFailed,
    save,
    drop: kept.drop,
    question: saving.question,
  };
}
