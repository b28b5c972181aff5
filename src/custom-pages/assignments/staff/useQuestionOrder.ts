import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { AssignmentDetail } from '../../../../contract/assignments';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { moved } from './questionModel';
import { useRefusal } from './useAssignmentWrites';

/** The questions that were on the screen, and the order that was asked for. */
interface Wanted {
  over: AssignmentDetail['questions'];
  ids: readonly number[];
}

/** The questions in their order; a move shows at once, until the server's own order is read, or it refuses the move. */
export function useQuestionOrder({ id, questions }: AssignmentDetail) {
  const t = useText();
  const refusal = useRefusal();
  const { orderQuestions } = useDataProvider<Api>();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [said, setSaid] = useState('');
  const { mutate, isPending } = useMutation({
    mutationFn: (ids: number[]) => orderQuestions(id, ids),
    onError: (problem) => {
      setWanted(null);
      refusal('assignments.orderFailed')(problem);
    },
  });
  const ids = wanted && (isPending || wanted.over === questions) ? wanted.ids : [];
  const isSame = ids.length === questions.length && questions.every((one) => ids.includes(one.id));
  const ordered = isSame ? questions.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) : questions;
  const move = (place: number, step: -1 | 1) => {
    const to = place + step;
    if (isPending || to < 0 || to >= ordered.length) return;
    const next = moved(
      ordered.map((one) => one.id),
      place,
      step,
    );
    setWanted({ over: questions, ids: next });
    setSaid(
      t('assignments.moved', { name: t('assignments.questionNumber', { number: place + 1 }), place: to + 1 }),
    );
    mutate(next);
  };
  return { ordered, move, isMoving: isPending, said };
}
