import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import type { AssignmentDetail } from '../../../../contract/assignments';
import { sendSubmission } from '../../../dataProvider/answerOutbox';
import { useText } from '../../../i18n/useText';
import { sentenceOf } from '../../../ui/page/sentenceOf';
import { type Answers, toList } from './answers';

/** Hands the answers in; once they are, the assignment is read again before anything else is shown. Spec 2 §8. */
export function useHandIn({ id, questions }: AssignmentDetail, reread: () => Promise<unknown>) {
  const t = useText();
  const notify = useNotify();
  const handing = useMutation({
    mutationFn: async (answers: Answers) => {
      const delivery = await sendSubmission({ assignmentId: id, answers: toList(answers, questions) });
      if (delivery.kind !== 'waiting') await reread();
      return delivery;
    },
    onSuccess: (delivery) => {
      if (delivery.kind === 'sent')
        notify(delivery.result.message || t('ownAssignments.submitDone'), { type: 'success' });
      else if (delivery.kind === 'refused') {
        const { code } = delivery.problem;
        const isChanged = code === 'VALIDATION' || code === 'NOT_FOUND';
        const why = isChanged
          ? t('ownAssignments.changed')
          : sentenceOf(delivery.problem, t('ownAssignments.submitFailed'));
        notify(why, { type: 'error', autoHideDuration: 10_000 });
      }
    },
    onError: (problem) => notify(sentenceOf(problem, t('ownAssignments.submitFailed')), { type: 'error' }),
  });
  return { handIn: handing.mutate, isSending: handing.isPending };
}
