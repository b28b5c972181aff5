import { Box } from '@mui/material';
import { useController } from 'react-hook-form';
import type { Circle } from '../../../../contract/circles';
import { validationMessages } from '../../../../contract/rules/validationMessages';
import type { Subject } from '../../../../contract/subjects';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { FormTextField } from '../../../ui/form/FormFields';
import { WeekdayChoice, weekdayName } from '../../../ui/form/WeekdayChoice';
import { SettingsDialog, useSettingsForm } from '../dialogs/SettingsDialog';
import {
  parseCapacity,
  type CircleBody,
  circleBody,
  type CircleForm,
  circleForm,
  maxCapacity,
  parseTime,
} from './circleModel';
import { TeacherPicker } from './TeacherPicker';

interface CircleFormDialogProps {
  subject: Subject;
  /** Null: a new circle. */
  circle: Circle | null;
  onClose: () => void;
}

export default function CircleFormDialog({ subject, circle, onClose }: CircleFormDialogProps) {
  const { createCircle, updateCircle } = useApi();
  const settings = useSettingsForm<CircleForm, CircleBody & { version?: number }>({
    initial: circleForm(circle),
    version: circle?.version,
    save: ({ version, ...body }) => {
      const fullBody = { ...body, subject_code: subject.subject_code };
      if (!circle) return createCircle(fullBody);
      return updateCircle(circle.id, { ...fullBody, version: version ?? circle.version });
    },
    savedMessage: 'circles.saved',
    onClose,
    buildBody: circleBody,
  });
  const staleFields = [
    { name: 'name', label: t('circles.name') },
    {
      name: 'days',
      label: t('circles.days'),
      format: (days: unknown) => (days as number[]).map(weekdayName).join(t('ui.comma')),
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
      <FormTextField<CircleForm>
        name="name"
        label={t('circles.name')}
        required
        slotProps={{ htmlInput: { maxLength: 80, autoComplete: 'off' } }}
      />
      <TeacherPicker
        label={t('circles.teacher')}
        value={teacher.value}
        knownText={teacher.value === circle?.teacher_id ? (circle?.teacher_name ?? null) : null}
        onChange={(chosen) => teacher.onChange(chosen?.id ?? null)}
      />
      <WeekdayChoice label={t('circles.days')} value={days.value} onChange={days.onChange} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
        <FormTextField<CircleForm>
          name="time"
          label={t('circles.time')}
          helperText={t('circles.timeHint')}
          validate={(typed) => (parseTime(typed) === undefined ? validationMessages.notTime : undefined)}
          slotProps={{ htmlInput: { maxLength: 5, autoComplete: 'off' } }}
        />
        <FormTextField<CircleForm>
          name="capacity"
          label={t('circles.capacity')}
          helperText={t('circles.capacityHint')}
          validate={(typed) =>
            parseCapacity(typed) === undefined
              ? t('circles.capacityWrong', { least: 1, most: maxCapacity })
              : undefined
          }
          slotProps={{ htmlInput: { maxLength: 3, autoComplete: 'off', inputMode: 'numeric' } }}
        />
      </Box>
      <FormTextField<CircleForm>
        name="place"
        label={t('circles.place')}
        slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off' } }}
      />
    </>
  );
}
