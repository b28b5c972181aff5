import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { hijriDate } from '../../../contract/rules/hijri';
import { findDifferences, type MergeSide } from '../../../contract/rules/mergedFields';
import type { MergePreview } from '../../../contract/students/merge';
import { studentStatusNames } from '../../../contract/vocabulary';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useApi } from '../../dataProvider/useApi';
import { duplicates, merge as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { RadioChoice } from '../../ui/form/RadioChoice';
import { StickyBar } from '../../ui/form/UnsavedBar';
import { Panel } from '../../ui/page/Panel';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { MergeMoves, MergeValues } from './MergeValues';

interface MergeFormProps {
  preview: MergePreview;
  /** One of both records changed after the first preview. */
  isStale: boolean;
  onStale: () => void;
  onMerged: () => void;
}

/** All choices of the merge, and what follows from it. Nothing changes before the button. */
export function MergeForm({ preview, isStale, onStale, onMerged }: MergeFormProps) {
  const { staying, merged, marks, enrolment } = preview;
  const navigate = useNavigate();
  const { notifyDone, notifyProblem } = useNotices();
  const { mergeStudents } = useApi();
  const differences = findDifferences(staying, merged);
  const [values, setValues] = useState<Record<string, MergeSide>>({});
  const [chosenMarks, setChosenMarks] = useState<Record<number, MergeSide>>({});
  const [state, setState] = useState<MergeSide>(enrolment?.proposed ?? 'staying');
  const openQuestions = marks.filter(({ subject_id }) => chosenMarks[subject_id] === undefined).length;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const answer = await mergeStudents(staying.id, {
        merged_id: merged.id,
        version: staying.version,
        merged_version: merged.version,
        take: differences.flatMap(({ field, proposed }) =>
          (values[field] ?? proposed) === 'merged' ? [field] : [],
        ),
        marks: marks.map(({ subject_id, versions }) => ({
          subject_id,
          keep: chosenMarks[subject_id] ?? 'staying',
          seen: versions,
        })),
        ...(enrolment && { enrolment: state }),
      });
      // The preview no longer exists, and a finished write loads all open queries again.
      flushSync(onMerged);
      return answer;
    },
    onSuccess: (answer) => {
      notifyDone(answer.message, answer);
      void navigate(`/students/${staying.id}/show`, { replace: true });
    },
    onError: (problem) => {
      if (!(problem instanceof ApiProblem) || problem.code !== 'STALE')
        return notifyProblem(problem, labels.failed);
      onStale();
    },
  });
  return (
    <Stack spacing={2}>
      {isStale && (
        <Alert severity="warning" role="alert">
          {labels.stale}
        </Alert>
      )}
      <StayingRecord preview={preview} />
      {enrolment && <EnrolmentQuestion question={enrolment} value={state} onChange={setState} />}
      {marks.length > 0 && (
        <MarksQuestions
          preview={preview}
          values={chosenMarks}
          onChange={(subject, side) => setChosenMarks({ ...chosenMarks, [subject]: side })}
        />
      )}
      <MergeValues
        preview={preview}
        differences={differences}
        values={values}
        onChange={(field, side) => setValues({ ...values, [field]: side })}
      />
      <MergeMoves preview={preview} />
      <StickyBar height={120} layout={{ px: 2, py: 1, display: 'flex', flexWrap: 'wrap' }}>
        <Typography role="status" color="text.secondary" sx={{ flex: '1 1 12rem' }}>
          {openQuestions > 0 ? labels.unanswered(openQuestions) : labels.ready(staying.full_name)}
        </Typography>
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button disabled={isPending} onClick={() => void navigate(-1)}>
            {t('ui.cancel')}
          </Button>
          <Button variant="contained" disabled={openQuestions > 0 || isPending} onClick={() => mutate()}>
            {isPending ? labels.merging : labels.merge}
          </Button>
        </Box>
      </StickyBar>
    </Stack>
  );
}

/** The other choice opens the same page with exchanged sides. */
function StayingRecord({ preview: { staying, merged, accounts } }: { preview: MergePreview }) {
  const navigate = useNavigate();
  const note = (student: MergePreview['staying'], account: MergePreview['accounts']['staying']) =>
    labels.recordNote(
      student.batch_name ?? duplicates.noBatch,
      account ? labels.account(account.username) : labels.noAccount,
    );
  const choices = [
    { student: staying, account: accounts.staying },
    { student: merged, account: accounts.merged },
  ]
    .toSorted((a, b) => a.student.id - b.student.id)
    .map(({ student, account }) => ({
      value: String(student.id),
      name: labels.record(student.full_name, student.student_id),
      hint: note(student, account),
    }));
  return (
    <Panel title={labels.staysTitle}>
      <RadioChoice
        label={labels.staysText}
        value={String(staying.id)}
        choices={choices}
        onChange={(id) => {
          if (id !== String(staying.id))
            void navigate(`/duplicates/${merged.id}/${staying.id}`, { replace: true });
        }}
      />
    </Panel>
  );
}

interface EnrolmentQuestionProps {
  question: NonNullable<MergePreview['enrolment']>;
  value: MergeSide;
  onChange: (side: MergeSide) => void;
}

function EnrolmentQuestion({ question, value, onChange }: EnrolmentQuestionProps) {
  const choices = (['staying', 'merged'] as const).map((side) => {
    const { batch_name, program_name, from, is_open, status } = question[side];
    return {
      value: side,
      name: labels.enrolment(batch_name, program_name),
      hint: labels.enrolmentNote(is_open ? studentStatusNames[status] : labels.ended, hijriDate(from)),
    };
  });
  return (
    <Panel title={labels.enrolmentTitle}>
      <RadioChoice label={labels.enrolmentText} value={value} choices={choices} onChange={onChange} />
    </Panel>
  );
}

interface MarksQuestionsProps {
  preview: MergePreview;
  values: Readonly<Record<number, MergeSide>>;
  onChange: (subjectId: number, side: MergeSide) => void;
}

function MarksQuestions({ preview, values, onChange }: MarksQuestionsProps) {
  return (
    <Panel title={labels.marksTitle}>
      <SecondaryText sx={{ mb: 1.5 }}>{labels.marksText}</SecondaryText>
      <Stack spacing={2}>
        {preview.marks.map((question) => (
          <RadioChoice<MergeSide | ''>
            key={question.subject_id}
            label={labels.marksOf(question.name, question.batch_name)}
            value={values[question.subject_id] ?? ''}
            choices={(['staying', 'merged'] as const).map((side) => ({
              value: side,
              name: question.columns
                .map(({ key, name }) => labels.mark(name, String(question[side][key] ?? labels.noMark)))
                .join(labels.listSeparator),
              hint: labels.side(preview[side].student_id),
            }))}
            onChange={(side) => side !== '' && onChange(question.subject_id, side)}
          />
        ))}
      </Stack>
    </Panel>
  );
}
