import { useState } from 'react';
import type { GenderMix } from '../../../contract/students/enrolments';
import { genders } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';

type Check = Parameters<ReturnType<typeof useApi>['checkMove']>[0];

interface OpenQuestion {
  mix: GenderMix;
  answer: (isConfirmed: boolean) => void;
}

const [male] = genders;

/**
 * Asks before students join a batch of the other gender. `confirm` resolves to false if the user cancels. A
 * server without the check asks nothing.
 */
export function useGenderQuestion() {
  const { checkMove } = useApi();
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const confirm = async (check: Check): Promise<boolean> => {
    setIsChecking(true);
    try {
      const mix = (await checkMove(check))?.mix;
      if (!mix) return true;
      return await new Promise<boolean>((answer) => setQuestion({ mix, answer }));
    } finally {
      setIsChecking(false);
    }
  };
  const answer = (isConfirmed: boolean) => {
    question?.answer(isConfirmed);
    setQuestion(null);
  };
  const dialog = question && (
    <QuestionDialog
      title={t('enrolments.mixTitle')}
      text={describeMix(question.mix)}
      confirmLabel={t('enrolments.mixConfirm')}
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    />
  );
  return { confirm, isChecking, dialog };
}

function describeMix({
  batch_name: batch,
  gender,
  is_section,
  count,
  total,
  mixed,
  names,
}: GenderMix): string {
  const isOfBoys = gender === male;
  const fact = is_section
    ? t(isOfBoys ? 'enrolments.boysBatch' : 'enrolments.girlsBatch', { batch })
    : t(isOfBoys ? 'enrolments.mostlyBoys' : 'enrolments.mostlyGirls', { batch, count, total });
  const whom = isOfBoys
    ? t('enrolments.joiningGirls', { smart_count: mixed })
    : t('enrolments.joiningBoys', { smart_count: mixed });
  const unlistedCount = mixed - names.length;
  const listed = names.join(t('ui.comma'));
  if (names.length === 0) return t('enrolments.mixOfOne', { fact, whom });
  return unlistedCount > 0
    ? t('enrolments.mixOfMany', { fact, whom, names: listed, more: unlistedCount })
    : t('enrolments.mix', { fact, whom, names: listed });
}
