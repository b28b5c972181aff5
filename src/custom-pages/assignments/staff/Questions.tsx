import Add from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { AssignmentDetail, Question } from '../../../../contract/assignments';
import { isObjective } from '../../../../contract/rules/assignments';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { useText } from '../../../i18n/useText';
import { EmptyState } from '../../../ui/page/States';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden';
import { AddQuestion } from './AddQuestion';
import { AutoGrade } from './AutoGrade';
import { DeleteQuestion } from './DeleteQuestion';
import { QuestionItem } from './QuestionItem';
import { useQuestionOrder } from './useQuestionOrder';

/** The questions of an assignment: one in edit at a time, and a panel to add further ones. */
export function Questions({ assignment }: { assignment: AssignmentDetail }) {
  const t = useText();
  const { hasRanges } = useServerFeatures();
  const { ordered, move, isMoving, said } = useQuestionOrder(assignment);
  const [edited, setEdited] = useState<number | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const [deleted, setDeleted] = useState<Question | null>(null);
  const hasObjective = ordered.some(({ question_type }) => isObjective(question_type));
  return (
    <Stack component="section" spacing={2} aria-labelledby="questions-title">
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography id="questions-title" variant="h2" sx={{ flex: 1 }}>
          {t('assignments.questionsTitle')}
        </Typography>
        {hasObjective && <AutoGrade assignmentId={assignment.id} />}
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
        {ordered.map((question, place) => (
          <QuestionItem
            key={question.id}
            assignment={assignment}
            question={question}
            place={place}
            count={ordered.length}
            isEditing={edited === question.id}
            isLocked={edited !== null}
            onEdit={() => setEdited(question.id)}
            onClose={() => setEdited(null)}
            onDelete={() => setDeleted(question)}
            {...(hasRanges === true && { onMove: (step: -1 | 1) => move(place, step), isMoving })}
          />
        ))}
      </Stack>
      {isAdding && <AddQuestion assignment={assignment} />}
      <DeleteQuestion question={deleted} onClose={() => setDeleted(null)} />
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </Stack>
  );
}
