import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useDataProvider, useNotify } from 'react-admin';
import type { Question } from '../../../../contract/assignments';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { ConfirmDelete } from '../../../ui/dialog/ConfirmDelete';
import { useRefusal } from './useAssignmentWrites';

interface DeleteQuestionProps {
  /** Null while nothing is asked. */
  question: Question | null;
  onClose: () => void;
}

/** Asks before a question goes with the answers to it. */
export function DeleteQuestion({ question, onClose }: DeleteQuestionProps) {
  const t = useText();
  const notify = useNotify();
  const refusal = useRefusal();
  const { deleteQuestion } = useDataProvider<Api>();
  const { mutate, isPending } = useMutation({
    mutationFn: (id: number) => deleteQuestion(id),
    onSuccess: ({ message }) => notify(message || t('assignments.questionDeleted'), { type: 'success' }),
    onError: refusal('assignments.questionDeleteFailed'),
    onSettled: onClose,
  });
  if (!question) return null;
  return (
    <ConfirmDelete
      isOpen
      question={t('assignments.questionDeleteAsk')}
      name={question.question_text}
      isPending={isPending}
      onConfirm={() => mutate(question.id)}
      onClose={onClose}
    >
      <Typography>{t('assignments.questionDeleteAlong')}</Typography>
    </ConfirmDelete>
  );
}
