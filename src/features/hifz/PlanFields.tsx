import { Box, Skeleton, type SxProps, TextField, type TextFieldProps, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { amountUnits, directions, nearUnits } from '../../../contract/vocabulary';
import { hifzPlan as labels } from '../../i18n/ar/hifzPlan';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { DayField } from '../../ui/form/DayField';
import { WeekdayChoice } from '../../ui/form/WeekdayChoice';
import { LazyBoundary } from '../../ui/page/LazyBoundary';
import { lazyComponent } from '../../ui/page/lazyComponent';
import type { PlanDraft, PlanProblems } from './planModel';

const PlanRanges = lazyComponent(() => import('./PlanRanges'));
const PlanStart = lazyComponent(() => import('./PlanStart'));

interface PlanFieldsProps {
  draft: PlanDraft;
  problems: PlanProblems;
  /** Describes the effect of the limit on the pages of far revision. */
  capHint: string;
  onChange: (change: Partial<PlanDraft>) => void;
}

export function PlanFields({ draft, problems, capHint, onChange }: PlanFieldsProps) {
  return (
    <Box sx={{ display: 'grid', gap: 2.5, minWidth: 0 }}>
      <Course draft={draft} problems={problems} onChange={onChange} />
      <Group title={labels.lesson}>
        <Box sx={pair}>
          <NumberField
            label={labels.amount}
            value={draft.amount}
            problem={problems.amount}
            inputMode="decimal"
            onChange={(amount) => onChange({ amount })}
          />
          <ChoiceField
            label={labels.unit}
            value={draft.unit}
            choices={amountUnits.map((unit) => [unit, labels.units[unit]] as const)}
            onChange={(unit) => unit && onChange({ unit })}
          />
        </Box>
        <WeekdayChoice
          label={labels.newDays}
          value={draft.newDays}
          helperText={draft.newDays.length === 0 ? labels.noNewDays : undefined}
          onChange={(newDays) => onChange({ newDays })}
        />
      </Group>
      <Revision draft={draft} problems={problems} capHint={capHint} onChange={onChange} />
      <Group title={labels.period}>
        <Box sx={days}>
          <DayField
            label={labels.begin}
            value={draft.begin}
            problem={problems.begin}
            isEager
            onChange={(begin) => onChange({ begin })}
          />
          <DayField
            label={labels.end}
            value={draft.end}
            problem={problems.end}
            helperText={draft.end === '' ? labels.endHint : ''}
            isEager
            onChange={(end) => onChange({ end })}
          />
        </Box>
      </Group>
    </Box>
  );
}

type GroupProps = Omit<PlanFieldsProps, 'capHint'>;

function Course({ draft, problems, onChange }: GroupProps) {
  return (
    <Group title={labels.course}>
      <ChoiceField
        label={labels.direction}
        value={draft.direction}
        choices={directions.map((one) => [one, labels.directions[one]] as const)}
        onChange={(direction) => direction && onChange({ direction })}
      />
      {draft.direction === 'ranges' && (
        <LazyBoundary fallback={<Skeleton variant="rounded" height={240} />}>
          <PlanRanges
            ranges={draft.ranges}
            problem={problems.ranges}
            onChange={(ranges) => onChange({ ranges })}
            onBegin={(begin) => onChange(begin)}
          />
        </LazyBoundary>
      )}
      <LazyBoundary fallback={<Skeleton variant="rounded" height={64} />}>
        <PlanStart draft={draft} problem={problems.start} onChange={onChange} />
      </LazyBoundary>
    </Group>
  );
}

function Revision({ draft, problems, capHint, onChange }: PlanFieldsProps) {
  return (
    <Group title={labels.revision}>
      <WeekdayChoice
        label={labels.revisionDays}
        value={draft.revisionDays}
        helperText={draft.revisionDays.length === 0 ? labels.noRevisionDays : undefined}
        onChange={(revisionDays) => onChange({ revisionDays })}
      />
      <Box sx={pair}>
        <NumberField
          label={labels.near}
          value={draft.near}
          problem={problems.near}
          onChange={(near) => onChange({ near })}
        />
        <ChoiceField
          label={labels.nearUnit}
          value={draft.nearUnit}
          choices={nearUnits.map((unit) => [unit, labels.nearUnits[unit]] as const)}
          onChange={(nearUnit) => nearUnit && onChange({ nearUnit })}
        />
        <NumberField
          label={labels.cycle}
          value={draft.cycle}
          problem={problems.cycle}
          onChange={(cycle) => onChange({ cycle })}
        />
        <NumberField
          label={labels.cap}
          value={draft.cap}
          problem={problems.cap}
          hint={capHint}
          onChange={(cap) => onChange({ cap })}
        />
      </Box>
      <ChoiceField
        label={labels.test}
        value={String(draft.test)}
        choices={([0, 1, 5] as const).map((one) => [String(one), labels.tests[one]] as const)}
        onChange={(test) => onChange({ test: Number(test) })}
      />
    </Group>
  );
}

interface NumberFieldProps {
  label: string;
  value: string;
  problem: string | undefined;
  hint?: string;
  inputMode?: 'numeric' | 'decimal';
  onChange: (text: string) => void;
}

function NumberField({ label, value, problem, hint, inputMode = 'numeric', onChange }: NumberFieldProps) {
  const slots: TextFieldProps['slotProps'] = {
    inputLabel: { shrink: true },
    htmlInput: { inputMode, autoComplete: 'off', className: 'figure', maxLength: 6 },
    formHelperText: { 'aria-live': 'polite' },
  };
  return (
    <TextField
      label={label}
      value={value}
      error={problem !== undefined}
      helperText={problem ?? hint}
      onChange={({ target }) => onChange(target.value)}
      slotProps={slots}
    />
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Typography id={id} component="h3" sx={{ fontWeight: 700 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

const pair: SxProps = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
};
const days: SxProps = {
  ...pair,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
};
