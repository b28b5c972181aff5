import type { QuestionType } from '../../../../contract/vocabulary';
import { useText } from '../../../i18n/useText';
import type { StaleField } from '../../../ui/form/StaleDialog';

/** What two people may disagree about in a question. */
export function useStaleQuestion(): StaleField[] {
  const t = useText();
  const key = (value: unknown) =>
    value === 'true' ? t('assignments.isTrue') : value === 'false' ? t('assignments.isFalse') : String(value);
  const options = (value: unknown) =>
    (value as { option_text: string; is_correct?: boolean }[])
      .map(({ option_text, is_correct }) => (is_correct ? `✓ ${option_text}` : option_text))
      .join(' · ');
  return [
    { name: 'question_text', label: t('assignments.questionText') },
    {
      name: 'question_type',
      label: t('assignments.questionType'),
      shown: (value) => t(`assignments.types.${value as QuestionType}`),
    },
    { name: 'marks', label: t('assignments.questionMarks') },
    { name: 'correct_answer', label: t('assignments.rightAnswer'), shown: key },
    { name: 'options', label: t('assignments.options'), shown: options },
  ];
}
