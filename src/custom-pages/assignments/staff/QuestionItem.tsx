import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { AssignmentDetail, Question } from '../../../../contract/assignments';
import { useText } from '../../../i18n/useText';
import { QuestionView } from '../QuestionView';
import { EditQuestion } from './EditQuestion';
import { MoveButtons, moveKeys } from './MoveButtons';

interface QuestionItemProps {
  assignment: AssignmentDetail;
  question: Question;
  /** From 0. */
  place: number;
  count: number;
  isEditing: boolean;
  /** One of the questions is in edit: nothing else is begun meanwhile. */
  isLocked: boolean;
  isMoving?: boolean;
  onEdit: () => void;
  onClose: () => void;
  onDelete: () => void;
  /** Not where the server keeps the order to itself. */
  onMove?: (step: -1 | 1) => void;
}

/** A question of an assignment, to read, to change, to move and to delete. */
export function QuestionItem(props: QuestionItemProps) {
  const { assignment, question, place, count, isEditing, isLocked, isMoving = false, onMove } = props;
  const t = useText();
  const name = t('assignments.questionNumber', { number: place + 1 });
  if (isEditing)
    return (
      <Card component="li" sx={{ p: 2 }}>
        <Typography variant="h3" sx={{ mb: 1.5 }}>
          {t('assignments.editQuestionOf', { name })}
        </Typography>
        <EditQuestion assignment={assignment} question={question} onClose={props.onClose} />
      </Card>
    );
  return (
    <Box component="li" onKeyDown={onMove && !isLocked ? moveKeys(onMove) : undefined}>
      <QuestionView
        question={question}
        number={place + 1}
        actions={
          <>
            {onMove && (
              <MoveButtons
                name={name}
                place={place}
                count={count}
                isDisabled={isLocked || isMoving}
                onMove={onMove}
              />
            )}
            <IconButton
              aria-label={t('assignments.editQuestionOf', { name })}
              disabled={isLocked}
              onClick={props.onEdit}
            >
              <Edit fontSize="small" />
            </IconButton>
            <IconButton
              color="error"
              aria-label={t('assignments.removeQuestionOf', { name })}
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
