import { Box, TextField } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { maxExcuseLine } from '../../../contract/families/excuses';
import { maxDaysAhead, maxExcuseAge } from '../../../contract/rules/families/excuses';
import { daysAfter } from '../../../contract/rules/retention';
import type { StudentRow } from '../../../contract/students/students';
import { excuseReasonNames, excuseReasons, type ExcuseReason } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { useToday } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { DayField } from '../../ui/form/DayField';
import { RecordPicker } from '../../ui/form/RecordPicker';
import { detailMessage } from '../../ui/page/problemMessage';
import { SecondaryText } from '../../ui/page/SecondaryText';

interface ExcuseForm {
  student: StudentRow | null;
  from: string;
  to: string;
  reason: ExcuseReason;
  line: string;
}

const reasonChoices = excuseReasons.map((reason) => [reason, excuseReasonNames[reason]] as const);

/** An excuse that the family told the institute. */
export default function NewExcuseDialog({ onClose }: { onClose: () => void }) {
  const today = useToday();
  const { excuses } = useApi();
  const { notifyDone } = useNotices();
  const [typed, setTyped] = useState<Partial<ExcuseForm>>({});
  const [isChecked, setIsChecked] = useState(false);
  const form: ExcuseForm = { student: null, from: today, to: today, reason: 'illness', line: '', ...typed };
  const change = (values: Partial<ExcuseForm>) => setTyped((before) => ({ ...before, ...values }));
  const saving = useMutation({
    mutationFn: async ({ student, ...body }: ExcuseForm) =>
      (await excuses()).add({ ...body, student_id: student?.student_id ?? '' }),
    onSuccess: (answer) => {
      onClose();
      notifyDone(t('excuses.saved'), answer);
    },
  });
  const days = { min: daysAfter(today, -maxExcuseAge), max: daysAfter(today, maxDaysAhead) };
  return (
    <SubmitDialog
      title={t('excuses.add')}
      problem={saving.error && detailMessage(saving.error, t('excuses.saveFailed'))}
      isDirty={Object.keys(typed).length > 0}
      submitLabel={t('excuses.save')}
      pendingLabel={t('excuses.saving')}
      isPending={saving.isPending}
      maxWidth="sm"
      hasCancel
      onSubmit={() => {
        setIsChecked(true);
        if (form.student) saving.mutate(form);
      }}
      onClose={onClose}
    >
      <SecondaryText>{t('excuses.addHint')}</SecondaryText>
      <RecordPicker<StudentRow>
        resource="students"
        label={t('excuses.student')}
        optionText={({ full_name }) => full_name}
        optionNote={({ student_id, batch_name }) => [student_id, batch_name].filter(Boolean).join(' · ')}
        value={form.student?.id}
        valueText={form.student?.full_name ?? null}
        hasError={isChecked && !form.student}
        {...(isChecked && !form.student && { helperText: t('excuses.chooseStudent') })}
        onChange={(student) => change({ student })}
      />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <DayField
          label={t('excuses.from')}
          value={form.from}
          {...days}
          isNeverEmpty
          onChange={(from) => change({ from, ...(form.to < from && { to: from }) })}
        />
        <DayField
          label={t('excuses.to')}
          value={form.to}
          min={form.from}
          max={days.max}
          isNeverEmpty
          onChange={(to) => change({ to })}
        />
      </Box>
      <ChoiceField
        label={t('excuses.reason')}
        value={form.reason}
        choices={reasonChoices}
        onChange={(reason) => reason && change({ reason })}
      />
      <TextField
        label={t('excuses.line')}
        value={form.line}
        multiline
        minRows={2}
        onChange={({ target }) => change({ line: target.value })}
        slotProps={{ htmlInput: { maxLength: maxExcuseLine, dir: 'auto' } }}
      />
    </SubmitDialog>
  );
}
