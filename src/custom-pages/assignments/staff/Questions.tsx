import Add from '@mui/icons-material/Add';
import Magic from '@mui/icons-material/AutoFixHighOutlined';
import Close from '@mui/icons-material/Clear';
import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import { Box, Button, Card, IconButton, Stack, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AssignmentDetail, Question } from '../../../../contract/assignments';
import { isObjective } from '../../../../contract/rules/assignments';
import { storedRows } from '../../../dataProvider/ApiProblem';
import { useApi } from '../../../dataProvider/useApi';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { ConfirmDelete } from '../../../ui/dialog/ConfirmDelete';
import { QuestionDialog } from '../../../ui/dialog/QuestionDialog';
import { EmptyState } from '../../../ui/page/States';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden';
import { QuestionView } from '../QuestionView';
import { AddQuestion, EditQuestion } from './EditQuestion';
import { MoveButtons, moveKeys } from './MoveButtons';
import { moveItem } from './questionModel';
import { useErrorHandler } from './useAssignmentWrites';

/** The user can edit one question at a time. A panel below the list adds questions. */
export function Questions({ assignment }: { assignment: AssignmentDetail }) {
  const { has } = useServerFeatures();
  const { ordered, move, isMoving, announcement } = useQuestionOrder(assignment);
  const [editedId, setEditedId] = useState<number | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const [deleteTarget, setDeleteTarget] = useState<Question | null>(null);
  const hasObjectiveQuestion = ordered.some(({ question_type }) => isObjective(question_type));
  return (
    <Stack component="section" spacing={2} aria-labelledby="questions-title">
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography id="questions-title" variant="h2" sx={{ flex: 1 }}>
          {t('assignments.questionsTitle')}
        </Typography>
        {hasObjectiveQuestion && <AutoGrade assignmentId={assignment.id} />}
        <Button
          variant="outlined"
          startIcon={isAdding ? <Close /> : <Add />}
          aria-expanded={isAdding}
          onClick={() => setIsAdding(!isAdding)}
        >
          {t(isAdding ? 'assignments.closeAdd' : 'assignments.addQuestion')}
        </Button>
      </Box>
      {ordered.length === 0 && !isAdding && (
        <EmptyState title={t('assignments.noQuestionsTitle')} text={t('assignments.noQuestionsText')} />
      )}
      <Stack component="ol" spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {ordered.map((question, index) => (
          <QuestionItem
            key={question.id}
            assignment={assignment}
            question={question}
            index={index}
            count={ordered.length}
            isEditing={editedId === question.id}
            isLocked={editedId !== null}
            onEdit={() => setEditedId(question.id)}
            onClose={() => setEditedId(null)}
            onDelete={() => setDeleteTarget(question)}
            {...(has('questionOrder') && { onMove: (step: -1 | 1) => move(index, step), isMoving })}
          />
        ))}
      </Stack>
      {isAdding && <AddQuestion assignment={assignment} />}
      <DeleteQuestion question={deleteTarget} onClose={() => setDeleteTarget(null)} />
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </Stack>
  );
}

/** `questions` are the questions on the screen at the time of the request. */
interface OrderRequest {
  questions: AssignmentDetail['questions'];
  ids: readonly number[];
}

/**
 * An optimistic update: the new order shows at once, until the server's order loads or the server refuses.
 */
function useQuestionOrder({ id, questions }: AssignmentDetail) {
  const errorHandler = useErrorHandler();
  const { orderQuestions } = useApi();
  const client = useQueryClient();
  const [request, setRequest] = useState<OrderRequest | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const { mutate, isPending } = useMutation({
    mutationFn: (order: { ids: number[]; previousIds: number[] }) =>
      orderQuestions(id, order.ids, order.previousIds),
    onError: (problem) => {
      setRequest(null);
      // Reloads the stored order, because the message mentions it.
      if (storedRows(problem)) void client.invalidateQueries();
      errorHandler('assignments.orderFailed')(problem);
    },
  });
  const ids = request && (isPending || request.questions === questions) ? request.ids : [];
  const hasSameQuestions = ids.length === questions.length && questions.every((one) => ids.includes(one.id));
  const ordered = hasSameQuestions
    ? questions.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    : questions;
  const move = (index: number, step: -1 | 1) => {
    const toIndex = index + step;
    if (isPending || toIndex < 0 || toIndex >= ordered.length) return;
    const newIds = moveItem(
      ordered.map((one) => one.id),
      index,
      step,
    );
    setRequest({ questions, ids: newIds });
    setAnnouncement(
      t('assignments.moved', {
        name: t('assignments.questionNumber', { number: index + 1 }),
        place: toIndex + 1,
      }),
    );
    mutate({ ids: newIds, previousIds: ordered.map((one) => one.id) });
  };
  return { ordered, move, isMoving: isPending, announcement };
}

interface DeleteQuestionProps {
  question: Question | null;
  onClose: () => void;
}

function DeleteQuestion({ question, onClose }: DeleteQuestionProps) {
  const { notifyDone } = useNotices();
  const errorHandler = useErrorHandler();
  const { deleteQuestion } = useApi();
  const { mutate, isPending } = useMutation({
    mutationFn: (id: number) => deleteQuestion(id),
    onSuccess: (answer) => notifyDone(answer.message || t('assignments.questionDeleted'), answer),
    onError: errorHandler('assignments.questionDeleteFailed'),
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

/** Grades the objective questions of every submission, after a confirmation. */
function AutoGrade({ assignmentId }: { assignmentId: number }) {
  const { notifyDone } = useNotices();
  const errorHandler = useErrorHandler();
  const [isAsking, setIsAsking] = useState(false);
  const { autoGrade } = useApi();
  const close = () => setIsAsking(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => autoGrade(assignmentId),
    onSuccess: (answer) => notifyDone(answer.message || t('assignments.autoGraded'), answer),
    onError: errorHandler('assignments.autoGradeFailed'),
    onSettled: close,
  });
  return (
    <>
      <Button variant="outlined" startIcon={<Magic />} onClick={() => setIsAsking(true)}>
        {t('assignments.autoGrade')}
      </Button>
      <QuestionDialog
        isOpen={isAsking}
        title={t('assignments.autoGradeAsk')}
        text={t('assignments.autoGradeText')}
        isPending={isPending}
        onClose={close}
        answers={
          <>
            <Button onClick={close} disabled={isPending}>
              {t('ui.cancel')}
            </Button>
            <Button variant="contained" onClick={() => mutate()} disabled={isPending} autoFocus>
              {t(isPending ? 'assignments.autoGrading' : 'assignments.autoGradeConfirm')}
            </Button>
          </>
        }
      />
    </>
  );
}

interface QuestionItemProps {
  assignment: AssignmentDetail;
  question: Question;
  index: number;
  count: number;
  isEditing: boolean;
  /** True while a question is being edited: no other action may start. */
  isLocked: boolean;
  isMoving?: boolean;
  onEdit: () => void;
  onClose: () => void;
  onDelete: () => void;
  /** Undefined if the server cannot change the order. */
  onMove?: (step: -1 | 1) => void;
}

function QuestionItem(props: QuestionItemProps) {
  const { assignment, question, index, count, isEditing, isLocked, isMoving = false, onMove } = props;
  const name = t('assignments.questionNumber', { number: index + 1 });
  if (isEditing)
    return (
      <Card component="li" sx={{ p: 2 }}>
        <Typography variant="h3" sx={{ mb: 1.5 }}>
          {t('ui.editOf', { name })}
        </Typography>
        <EditQuestion assignment={assignment} question={question} onClose={props.onClose} />
      </Card>
    );
  return (
    <Box component="li" onKeyDown={onMove && !isLocked ? moveKeys(onMove) : undefined}>
      <QuestionView
        question={question}
        number={index + 1}
        actions={
          <>
            {onMove && (
              <MoveButtons
                name={name}
                index={index}
                count={count}
                isDisabled={isLocked || isMoving}
                onMove={onMove}
              />
            )}
            <IconButton aria-label={t('ui.editOf', { name })} disabled={isLocked} onClick={props.onEdit}>
              <Edit fontSize="small" />
            </IconButton>
            <IconButton
              color="error"
              aria-label={t('ui.deleteOf', { name })}
              disabled={isLocked}
              onClick={props.onDelete}
            >
              <Delete fontSize="small" />
            </IconButton>
          </>
        }
      />
    </Box>
  );
}
