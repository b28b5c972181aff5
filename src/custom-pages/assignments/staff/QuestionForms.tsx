import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { memo, useEffect, useId, useRef, useState } from 'react';
import { type QuestionType, questionTypes } from '../../../../contract/vocabulary';
import { useText } from '../../../i18n/useText';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden';
import { MoveButtons, moveKeys } from './MoveButtons';
import { QuestionFields } from './QuestionFields';
import { emptyQuestion, moved, type QuestionForm, questionProblem } from './questionModel';

interface QuestionFormsProps {
  questions: readonly QuestionForm[];
  /** The person has tried to save: what is wrong is said. */
  isChecked: boolean;
  onChange: (change: (before: readonly QuestionForm[]) => QuestionForm[]) => void;
}

/** Several questions that are written at once. */
export function QuestionForms({ questions, isChecked, onChange }: QuestionFormsProps) {
  const t = useText();
  const [newest, setNewest] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  // One for all, so that typing in one question draws that one alone.
  const [acts] = useState(() => ({
    write: (one: QuestionForm) =>
      latest.current((before) => before.map((other) => (other.key === one.key ? one : other))),
    remove: (key: string) => latest.current((before) => before.filter((one) => one.key !== key)),
    move: (from: number, step: -1 | 1) => latest.current((before) => moved(before, from, step)),
  }));
  const move = (from: number, step: -1 | 1) => {
    acts.move(from, step);
    const number = from + 1;
    const place = Math.min(questions.length, Math.max(1, number + step));
    setSaid(t('assignments.moved', { name: t('assignments.questionNumber', { number }), place }));
  };
  return (
    <Stack spacing={2}>
      <Stack component="ol" spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {questions.map((question, place) => (
          <Card
            key={question.key}
            component="li"
            sx={{ p: 2 }}
            onKeyDown={moveKeys((step) => move(place, step))}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', mb: 1.5 }}>
              <Typography variant="h3" component="h4" sx={{ flex: 1 }}>
                {t('assignments.questionNumber', { number: place + 1 })}
              </Typography>
              <MoveButtons
                name={t('assignments.questionNumber', { number: place + 1 })}
                place={place}
                count={questions.length}
                onMove={(step) => move(place, step)}
              />
              <IconButton
                color="error"
                aria-label={t('assignments.removeQuestionOf', {
                  name: t('assignments.questionNumber', { number: place + 1 }),
                })}
                onClick={() => acts.remove(question.key)}
              >
                <Delete fontSize="small" />
              </IconButton>
            </Box>
            <Fields
              question={question}
              problem={isChecked ? questionProblem(question) : null}
              hasFocus={question.key === newest}
              onChange={acts.write}
            />
          </Card>
        ))}
      </Stack>
      {questions.length === 0 && (
        <Typography color="text.secondary">{t('assignments.questionsNone')}</Typography>
      )}
      {questions.length > 1 && (
        <Typography variant="caption" color="text.secondary" sx={{ display: { xs: 'none', sm: 'block' } }}>
          {t('assignments.moveHint')}
        </Typography>
      )}
      <AddQuestionButtons
        onAdd={(type) => {
          const question = emptyQuestion(type);
          setNewest(question.key);
          onChange((before) => [...before, question]);
        }}
      />
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </Stack>
  );
}

const Fields = memo(
  QuestionFields,
  (before, after) =>
    before.question === after.question &&
    before.hasFocus === after.hasFocus &&
    before.problem?.field === after.problem?.field,
);

/** A button for each type of question. */
function AddQuestionButtons({ onAdd }: { onAdd: (type: QuestionType) => void }) {
  const t = useText();
  const labelId = useId();
  return (
    <Box role="group" aria-labelledby={labelId}>
      <Typography id={labelId} variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {t('assignments.addQuestion')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))' }}>
        {questionTypes.map((type) => (
          <Button
            key={type}
            variant="outlined"
            startIcon={<Add />}
            onClick={() => onAdd(type)}
            aria-label={t('assignments.addOfType', { type: t(`assignments.types.${type}`) })}
          >
            {t(`assignments.types.${type}`)}
          </Button>
        ))}
      </Box>
    </Box>
  );
}
