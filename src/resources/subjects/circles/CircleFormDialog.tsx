import { Box, TextField } from '@mui/material';
import { useController, type UseControllerProps } from 'react-hook-form';
import type { Circle } from '../../../../contract/circles';
import { validationMessages } from '../../../../contract/rules/validationMessages';
import type { Subject } from '../../../../contract/subjects';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { WeekdayChoice, weekdayName } from '../../../ui/form/WeekdayChoice';
import { SettingsDialog, useSettingsForm } from '../dialogs/SettingsDialog';
import {
  capacityIn,
  type CircleBody,
  circleBody,
  type CircleForm,
  circleForm,
  maxCapacity,
  timeIn,
} from './circleModel';
import { TeacherPicker } from './TeacherPicker';

interface CircleFormDialogProps {
  subject: Subject;
  /** Null to add a circle. */
  circle: Circle | null;
  onClose: () => void;
}

/** Adds a circle, or edits its data. */
export default function CircleFormDialog({ subject, circle, onClose }: CircleFormDialogProps) {
  const { createCircle, updateCircle } = useApi();
  const settings = useSettingsForm<CircleForm, CircleBody & { version?: number }>({
    initial: circleForm(circle),
    version: circle?.version,
    save: ({ version, ...body }) => {
      const whole = { ...body, subject_code: subject.subject_code };
      if (!circle) return createCircle(whole);
      return updateCircle(circle.id, { ...whole, version: version ?? circle.version });
    },
    saved: 'circles.saved',
    onClose,
    bodyOf: circleBody,
  });
  const staleFields = [
    { name: 'name', label: t('circles.name') },
    {
      name: 'days',
      label: t('circles.days'),
      shown: (days: unknown) => (days as number[]).map(weekdayName).join(t('ui.comma')),
    },
    { name: 'time', label: t('circles.time') },
    { name: 'place', label: t('circles.place') },
    { name: 'capacity', label: t('circles.capacity') },
  ];
  return (
    <SettingsDialog
      title={circle ? t('circles.editOf', { name: circle.name }) : t('circles.add')}
      settings={settings}
      draftName={`circle-${circle?.id ?? 'new'}`}
      hasFailed={false}
      staleFields={staleFields}
    >
      <CircleFields circle={circle} />
    </SettingsDialog>
  );
}

function CircleFields({ circle }: { circle: Circle | null }) {
  const { field: teacher } = useController<CircleForm, 'teacher_id'>({ name: 'teacher_id' });
  const { field: days } = useController<CircleForm, 'days'>({ name: 'days' });
  return (
    <>
      <LineField
        name="name"
        label={t('circles.name')}
        maxLength={80}
        isRequired
        rules={{ validate: (name) => name.trim() !== '' || t('validation.required') }}
      />
      <TeacherPicker
        label={t('circles.teacher')}
        value={teacher.value}
        knownText={teacher.value === circle?.teacher_id ? (circle?.teacher_name ?? null) : null}
        onChange={(one) => teacher.onChange(one?.id ?? null)}
      />
      <WeekdayChoice label={t('circles.days')} value={days.value} onChange={days.onChange} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
        <LineField
          name="time"
          label={t('circles.time')}
          helperText={t('circles.timeHint')}
          maxLength={5}
          rules={{ validate: (typed) => timeIn(typed) !== undefined || validationMessages.notTime }}
        />
        <LineField
          name="capacity"
          label={t('circles.capacity')}
          helperText={t('circles.capacityHint')}
          maxLength={3}
          rules={{
            validate: (typed) =>
              capacityIn(typed) !== undefined || t('circles.capacityWrong', { least: 1, most: maxCapacity }),
          }}
        />
      </Box>
      <LineField name="place" label={t('circles.place')} maxLength={120} />
    </>
  );
}

interface LineFieldProps {
  name: 'name' | 'time' | 'place' | 'capacity';
  label: string;
  helperText?: string;
  maxLength?: number;
  isRequired?: boolean;
  rules?: UseControllerProps<CircleForm, 'name'>['rules'];
}

function LineField({ name, label, helperText, maxLength, isRequired = false, rules }: LineFieldProps) {
  const { field, fieldState } = useController<CircleForm, typeof name>({ name, ...(rules && { rules }) });
  const { ref, ...input } = field;
  return (
    <TextField
      {...input}
      inputRef={ref}
      label={label}
      required={isRequired}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? helperText}
      slotProps={{
        htmlInput: {
          maxLength,
          autoComplete: 'off',
          ...(name === 'capacity' && { inputMode: 'numeric' as const }),
        },
      }}
    />
  );
}
