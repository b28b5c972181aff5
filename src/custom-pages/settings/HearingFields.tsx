import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import { Box, Button, Stack, TextField, Typography } from '@mui/material';
import { useController, useFormState } from 'react-hook-form';
import {
  performanceLevels,
  type RecordKindNames,
  recordKinds,
  recordResultNames,
  recordResults,
  type ResultRule,
} from '../../../contract/vocabulary';
import { hearingSettings as say } from '../../i18n/ar/hearingSettings';
import { t } from '../../i18n/text';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { FormTextField } from '../../ui/form/FormFields';
import { FormSection } from '../../ui/form/RecordForm';
import { WeekdayChoice, weekdayName } from '../../ui/form/WeekdayChoice';
import { IconAction } from '../../ui/page/IconAction';
import { maxRules, type RuleRow, type SettingsValues, wrongRules } from './settingsModel';

/** The settings for recitation: names of the kinds, rules for level and result, and days without lessons. */
export function HearingFields() {
  const { field: weekend } = useController<SettingsValues, 'weekend_days'>({ name: 'weekend_days' });
  return (
    <Stack spacing={3}>
      <FormSection title={say.kinds} text={say.kindsText}>
        {recordKinds.map((kind) => (
          <FormTextField<SettingsValues>
            key={kind}
            name={`record_kinds.${kind}`}
            label={say.nameOf[kind]}
            required
            slotProps={{ htmlInput: { maxLength: 40, autoComplete: 'off' } }}
          />
        ))}
      </FormSection>
      <WeekdayChoice
        label={say.weekend}
        helperText={say.weekendHint}
        value={weekend.value}
        onChange={weekend.onChange}
      />
      <ResultRules />
    </Stack>
  );
}

/** The proposed level and result, by the number of faults per page. */
function ResultRules() {
  const { submitCount } = useFormState();
  const { field } = useController<SettingsValues, 'result_rules'>({
    name: 'result_rules',
    rules: { validate: (rules) => wrongRules(rules).length === 0 || t('validation.review') },
  });
  const rules = field.value;
  const wrong = wrongRules(rules);
  const last = rules.at(-1);
  const add = () => {
    const before = rules.at(-2) ?? last;
    if (last && before) field.onChange([...rules.slice(0, -1), { ...before, max_faults: '' }, last]);
  };
  return (
    <FormSection title={say.rules} text={say.rulesText}>
      <Stack
        sx={{ gridColumn: '1 / -1', gap: 1.5, alignItems: 'stretch' }}
        ref={(box: HTMLElement | null) => {
          const first = () => box?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
          field.ref(box && { focus: first });
        }}
      >
        {rules.map((rule, place) => (
          <RuleLine
            // A rule has no id; all its values are in the form.
            key={place}
            place={place}
            rule={rule}
            isLast={place === rules.length - 1}
            isWrong={wrong.includes(place) && (rule.max_faults !== '' || submitCount > 0)}
            onChange={(changed) => field.onChange(rules.with(place, changed))}
            onRemove={() => field.onChange(rules.toSpliced(place, 1))}
          />
        ))}
        <Box>
          <Button variant="outlined" startIcon={<Add />} disabled={rules.length >= maxRules} onClick={add}>
            {say.addRule}
          </Button>
        </Box>
      </Stack>
    </FormSection>
  );
}

interface RuleLineProps {
  /** From 0. */
  place: number;
  rule: RuleRow;
  isLast: boolean;
  isWrong: boolean;
  onChange: (rule: RuleRow) => void;
  onRemove: () => void;
}

function RuleLine({ place, rule, isLast, isWrong, onChange, onRemove }: RuleLineProps) {
  const number = place + 1;
  return (
    <Box role="group" aria-label={say.rule(number)} sx={line}>
      {isLast ? (
        <Typography sx={{ pt: 0.75 }}>{say.above}</Typography>
      ) : (
        <TextField
          label={say.upTo}
          value={rule.max_faults}
          error={isWrong}
          helperText={isWrong && say.limitWrong}
          onChange={({ target }) => onChange({ ...rule, max_faults: target.value })}
          slotProps={{
            htmlInput: { inputMode: 'decimal', className: 'figure', maxLength: 7, autoComplete: 'off' },
          }}
        />
      )}
      <ChoiceField
        label={say.level}
        value={rule.performanceLevel}
        choices={performanceLevels.map((level) => [level, level] as const)}
        onChange={(level) => level && onChange({ ...rule, performanceLevel: level })}
      />
      <ChoiceField
        label={say.result}
        value={rule.result}
        choices={recordResults.map((result) => [result, recordResultNames[result]] as const)}
        onChange={(result) => result && onChange({ ...rule, result })}
      />
      <IconAction title={say.removeRule(number)} disabled={isLast} onClick={onRemove}>
        <Delete />
      </IconAction>
    </Box>
  );
}

/** A row of a small table: three fields and a button to remove it. */
const line = {
  display: 'grid',
  gap: 1,
  alignItems: 'start',
  gridTemplateColumns: { xs: '1fr 1fr auto', sm: '1.4fr 1fr 1fr auto' },
  '& > :first-of-type': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
};

/** As text for the dialog about two tabs. */
export const shownKinds = (value: unknown): string => {
  const names = value as RecordKindNames;
  return recordKinds.map((kind) => names[kind]).join(t('ui.comma'));
};
export const shownWeekend = (value: unknown): string =>
  (value as number[]).map(weekdayName).join(t('ui.comma')) || t('ui.nothing');
export const shownRules = (value: unknown): string =>
  (value as ResultRule[])
    .map(({ max_faults: most, performanceLevel: level, result }) => {
      const named = recordResultNames[result];
      return most === null ? say.lastShown(level, named) : say.ruleShown(most, level, named);
    })
    .join(t('ui.comma'));
