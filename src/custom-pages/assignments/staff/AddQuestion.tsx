import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { QuestionInput } from '../../../../contract/assignmentCalls';
import type { AssignmentDetail } from '../../../../contract/assignments';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { useKeptState } from '../../../ui/form/drafts';
import { QuestionFields } from './QuestionFields';
import { emptyQuestion, questionBody, type QuestionForm } from './questionModel';
import { useRefusal } from './useAssignmentWrites';
import { useCheckedQuestion } from './useCheckedQuestion';

/** The panel that adds questions, one after the other; what is typed stays on the device until it is saved. */
export function AddQuestion({ assignment }: { assignment: AssignmentDetail }) {
  const [round, setRound] = useState(0);
  const [last, setLast] = useState<QuestionForm>(() => emptyQuestion('multiple_choice'));
  return (
    <NextQuestion
      key={round}
      assignment={assignment}
      first={last}
      onAdded={(question) => {
        setLast(emptyQuestion(question.question_type));
        setRound(round + 1);
      }}
    />
  );
}

interface NextQuestionProps {
  assignment: AssignmentDetail;
  first: QuestionForm;
  onAdded: (question: QuestionForm) => void;
}

function NextQuestion({ assignment, first, onAdded }: NextQuestionProps) {
  const t = useText();
  const notify = useNotify();
  const refusal = useRefusal();
  const { addQuestion } = useDataProvider<Api>();
  const { value, set, drop } = useKeptState(`/assignments/${assignment.id}#new-question`, first);
  const { problem, check } = useCheckedQuestion(value, assignment.questions);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: QuestionInput) => addQuestion(assignment.id, body),
    onSuccess: ({ message }) => {
      drop();
      notify(message || t('assignments.questionAdded'), { type: 'success' });
      onAdded(value);
    },
    onError: refusal('assignments.questionAddFailed'),
  });
  return (
    <Card
      component="form"
      noValidate
      aria-label={t('assignments.addQuestion')}
      sx={{ p: 2, display: 'grid', gap: 2 }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending && check()) mutate(questionBody(value));
      }}
    >
      <Typography variant="h3">{t('assignments.addQuestion')}</Typography>
      <QuestionFields question={value} problem={problem} hasFocus onChange={set} />
      <Button
        type="submit"
        variant="contained"
        disabled={isPending}
        aria-busy={isPending}
        sx={{ justifySelf: { sm: 'end' } }}
      >
        {t(isPending ? 'ui.saving' : 'assignments.addQuestion')}
      </Button>
    </Card>
  );
}
