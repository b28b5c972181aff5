import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { AssignmentDetail } from '../../../../contract/assignments';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { moved } from './questionModel';
import { useRefusal } from './useAssignmentWrites';

/** The questions in their order; a move shows at once, and goes back if the server refuses it. */
export function useQuestionOrder({ id, questions }: AssignmentDetail) {
  const t = useText();
  const refusal = useRefusal();
  const { orderQuestions } = useDataProvider<Api>();
  const [wanted, setWanted] = useState<readonly number[] | null>(null);
  const [said, setSaid] = useState('');
  const { mutate, isPending } = useMutation({
    mutationFn: (ids: number[]) => orderQuestions(id, ids),
    onError: (problem) => {
      setWanted(null);
      refusal('assignments.orderFailed')(problem);
    },
  });
  const isSame = wanted?.length === questions.length && questions.every((one) => wanted.includes(one.id));
  const ordered =
    wanted && isSame ? questions.toSorted((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id)) : questions;
  const move = (place: number, step: -1 | 1) => {
    const to = place + step;
    if (isPending || to < 0 || to >= ordered.length) return;
    const ids = moved(
      ordered.map((one) => one.id),
      place,
      step,
    );
    setWanted(ids);
    setSaid(
      t('assignments.moved', { name: t('assignments.questionNumber', { number: place + 1 }), place: to + 1 }),
    );
    mutate(ids);
  };
  return { ordered, move, isMoving: isPending, said };
}
