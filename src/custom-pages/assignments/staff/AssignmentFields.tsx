import { Box, Stack, TextField, Typography } from '@mui/material';
import { useController, useWatch } from 'react-hook-form';
import { defaultTotalMarks, maxTotalMarks } from '../../../../contract/rules/assignments';
import { useTimeZone } from '../../../dataProvider/useInstitute';
import { t } from '../../../i18n/text';
import { DayField } from '../../../ui/form/DayField';
import { FormCheckbox, FormTextField } from '../../../ui/form/FormFields';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { useNow } from '../../../ui/page/useAgo';
import { type AssignmentValues, parseDueInput, isTotalAllowed, totalMarks } from './assignmentForm';
import { parseWholeNumber } from './questionModel';

interface AssignmentFieldsProps {
  /** The marks of all questions; null if there are no questions. */
  sum: number | null;
  hasFocus?: boolean;
}

export function AssignmentFields({ sum, hasFocus = false }: AssignmentFieldsProps) {
  return (
    <Stack spacing={2}>
      <FormTextField<AssignmentValues>
        name="title"
        label={t('assignments.name')}
        required
        autoFocus={hasFocus}
        slotProps={{ htmlInput: { maxLength: 200, dir: 'auto' } }}
      />
      <FormTextField<AssignmentValues>
        name="description"
        label={t('labels.description')}
        helperText={t('assignments.descriptionHint')}
        multiline
        minRows={2}
        maxRows={8}
        slotProps={{ htmlInput: { maxLength: 4_000, dir: 'auto' } }}
      />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <DueField />
        <MarksField sum={sum} />
        <FormCheckbox<AssignmentValues>
          name="is_published"
          label={t('assignments.published')}
          hint={t('assignments.isPublishedHint')}
        />
        <FormCheckbox<AssignmentValues>
          name="allow_late_submission"
          label={t('assignments.allowLate')}
          hint={t('assignments.allowLateHint')}
        />
      </Box>
    </Stack>
  );
}

/** The time zone is the institute's. A day without an hour means the end of the day. */
function DueField() {
  const timeZone = useTimeZone();
  const now = useNow();
  const { field, fieldState } = useController<AssignmentValues, 'due'>({
    name: 'due',
    rules: {
      validate: (due) => due === '' || parseDueInput(due, timeZone) !== null || t('assignments.dueWrong'),
    },
  });
  const [day = '', hour = ''] = field.value.split('T');
  const time = parseDueInput(field.value, timeZone);
  const isPast = time !== null && Date.parse(time) < now.getTime();
  const change = (changed: { day?: string; hour?: string }) => {
    const [newDay, newHour] = [changed.day ?? day, changed.hour ?? hour];
    field.onChange(newDay === '' ? '' : `${newDay}T${newHour || endOfDay}`);
  };
  return (
    <Box sx={{ display: 'grid', gap: 1, alignItems: 'start', gridTemplateColumns: 'minmax(0, 1fr) 8rem' }}>
      <DayField
        label={t('assignments.due')}
        value={day}
        isEager
        problem={fieldState.error?.message ?? ''}
        note={isPast ? t('assignments.duePast') : ''}
        helperText={day === '' ? t('assignments.dueHint') : ''}
        inputRef={field.ref}
        onChange={(chosen) => change({ day: chosen })}
        onBlur={field.onBlur}
      />
      <TextField
        type="time"
        label={t('assignments.dueHour')}
        value={hour}
        disabled={day === ''}
        onChange={({ target }) => change({ hour: target.value })}
        onBlur={field.onBlur}
        slotProps={{ inputLabel: { shrink: true } }}
      />
    </Box>
  );
}

const endOfDay = '23:59';

/** Shows the sum of the questions' marks. Without questions, the user types the marks. */
function MarksField({ sum }: { sum: number | null }) {
  const input = useWatch<AssignmentValues, 'total_marks'>({ name: 'total_marks' });
  if (sum !== null) return <SumField sum={sum} />;
  const isNotNumber = Number.isNaN(parseWholeNumber(input));
  return (
    <FormTextField<AssignmentValues>
      name="total_marks"
      label={t('assignments.fullMarks')}
      validate={(text) =>
        isTotalAllowed(totalMarks(text, []))
          ? undefined
          : t('validation.between', { least: 1, most: maxTotalMarks })
      }
      helperText={
        isNotNumber
          ? t('assignments.fullMarksFallback', { marks: defaultTotalMarks })
          : t('assignments.fullMarksHint', { least: 1, most: maxTotalMarks })
      }
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 10 } }}
    />
  );
}

function SumField({ sum }: { sum: number }) {
  const isAllowed = isTotalAllowed(sum);
  return (
    <Box sx={{ px: 1.75, py: 0.5 }}>
      <SecondaryText variant="caption" component="div">
        {t('assignments.fullMarks')}
      </SecondaryText>
      <Typography role="status" sx={{ fontWeight: 700 }} className="figure">
        <bdi>{sum}</bdi>
      </Typography>
      <Typography variant="caption" color={isAllowed ? 'text.secondary' : 'error'} component="div">
        {isAllowed
          ? t('assignments.fullMarksSum')
          : t('assignments.tooManyMarks', { sum, max: maxTotalMarks })}
      </Typography>
    </Box>
  );
}
