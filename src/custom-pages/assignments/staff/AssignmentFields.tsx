import {
  Box,
  Checkbox,
  FormControlLabel,
  FormHelperText,
  Stack,
  TextField,
  type TextFieldProps,
  Typography,
} from '@mui/material';
import { useId } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { cleanText } from '../../../../contract/rules/arabicText';
import { defaultTotalMarks, maxTotalMarks } from '../../../../contract/rules/assignments';
import { useTimeZone } from '../../../dataProvider/useInstitute';
import { t } from '../../../i18n/text';
import { DayField } from '../../../ui/form/DayField';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { useNow } from '../../../ui/page/useAgo';
import { type AssignmentValues, fromDueInput, isTotalAllowed, totalMarks } from './assignmentForm';
import { wholeNumber } from './questionModel';

interface AssignmentFieldsProps {
  /** The sum of the marks of the questions; null without questions. */
  sum: number | null;
  hasFocus?: boolean;
}

/** The form fields of an assignment without its questions, for a new one and for editing. */
export function AssignmentFields({ sum, hasFocus = false }: AssignmentFieldsProps) {
  return (
    <Stack spacing={2}>
      <FormField
        name="title"
        label={t('assignments.name')}
        required
        autoFocus={hasFocus}
        check={(title) => (cleanText(title) === '' ? t('validation.required') : '')}
        slotProps={{ htmlInput: { maxLength: 200, dir: 'auto' } }}
      />
      <FormField
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
        <FormSwitch
          name="is_published"
          label={t('assignments.published')}
          hint={t('assignments.isPublishedHint')}
        />
        <FormSwitch
          name="allow_late_submission"
          label={t('assignments.allowLate')}
          hint={t('assignments.allowLateHint')}
        />
      </Box>
    </Stack>
  );
}

/** The due day and hour in the institute's time zone; a day without an hour means its end. */
function DueField() {
  const timeZone = useTimeZone();
  const now = useNow();
  const { field, fieldState } = useController<AssignmentValues, 'due'>({
    name: 'due',
    rules: {
      validate: (due) => due === '' || fromDueInput(due, timeZone) !== null || t('assignments.dueWrong'),
    },
  });
  const [day = '', hour = ''] = field.value.split('T');
  const time = fromDueInput(field.value, timeZone);
  const isPast = time !== null && Date.parse(time) < now.getTime();
  const change = (to: { day?: string; hour?: string }) => {
    const [newDay, newHour] = [to.day ?? day, to.hour ?? hour];
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

/** The full marks: the sum of the questions' marks; without questions they are typed. */
function MarksField({ sum }: { sum: number | null }) {
  const typed = useWatch<AssignmentValues, 'total_marks'>({ name: 'total_marks' });
  if (sum !== null) return <SumField sum={sum} />;
  const isNotNumber = Number.isNaN(wholeNumber(typed));
  return (
    <FormField
      name="total_marks"
      label={t('assignments.fullMarks')}
      check={(text) =>
        isTotalAllowed(totalMarks(text, [])) ? '' : t('validation.between', { least: 1, most: maxTotalMarks })
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
          : t('assignments.tooManyMarks', { sum, most: maxTotalMarks })}
      </Typography>
    </Box>
  );
}

type FormFieldProps = Omit<TextFieldProps, 'name'> & {
  name: keyof { [K in keyof AssignmentValues as AssignmentValues[K] extends string ? K : never]: true };
  /** The problem of the value; empty if there is none. */
  check?: (value: string) => string;
};

function FormField({ name, check, helperText, ...input }: FormFieldProps) {
  const { field, fieldState } = useController<AssignmentValues, typeof name>({
    name,
    rules: { validate: (value) => check?.(String(value)) || true },
  });
  const { ref, ...bound } = field;
  return (
    <TextField
      {...input}
      {...bound}
      inputRef={ref}
      error={fieldState.invalid}
      helperText={fieldState.error?.message || helperText}
    />
  );
}

interface FormSwitchProps {
  name: 'is_published' | 'allow_late_submission';
  label: string;
  hint: string;
}

function FormSwitch({ name, label, hint }: FormSwitchProps) {
  const { field } = useController<AssignmentValues, typeof name>({ name });
  const hintId = useId();
  return (
    <Box>
      <FormControlLabel
        control={
          <Checkbox
            checked={field.value}
            onChange={(_, isOn) => field.onChange(isOn)}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref, 'aria-describedby': hintId } }}
          />
        }
        label={label}
      />
      <FormHelperText id={hintId} sx={{ m: 0 }}>
        {hint}
      </FormHelperText>
    </Box>
  );
}
