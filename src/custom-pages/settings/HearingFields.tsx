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
import { hearingSettings as labels } from '../../i18n/ar/hearingSettings';
import { t } from '../../i18n/text';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { FormTextField } from '../../ui/form/FormFields';
import { FormSection } from '../../ui/form/RecordForm';
import { WeekdayChoice, weekdayName } from '../../ui/form/WeekdayChoice';
import { IconAction } from '../../ui/page/IconAction';
import { maxRules, type RuleRow, type SettingsValues, invalidRuleIndexes } from './settingsModel';

/** Names of the kinds of recitation, rules for level and result, and days without lessons. */
export function HearingFields() {
  const { field: weekend } = useController<SettingsValues, 'weekend_days'>({ name: 'weekend_days' });
  return (
    <Stack spacing={3}>
      <FormSection title={labels.kinds} text={labels.kindsText}>
        {recordKinds.map((kind) => (
          <FormTextField<SettingsValues>
            key={kind}
            name={`record_kinds.${kind}`}
            label={labels.nameOf[kind]}
            required
            slotProps={{ htmlInput: { maxLength: 40, autoComplete: 'off' } }}
          />
        ))}
      </FormSection>
      <WeekdayChoice
        label={labels.weekend}
        helperText={labels.weekendHint}
        value={weekend.value}
        onChange={weekend.onChange}
      />
      <ResultRules />
    </Stack>
  );
}

/** The rules propose level and result by the number of faults per page. */
function ResultRules() {
  const { submitCount } = useFormState();
  const { field } = useController<SettingsValues, 'result_rules'>({
    name: 'result_rules',
    rules: { validate: (rules) => invalidRuleIndexes(rules).length === 0 || t('validation.review') },
  });
  const rules = field.value;
  const invalidIndexes = invalidRuleIndexes(rules);
  const lastRule = rules.at(-1);
  const addRule = () => {
    const template = rules.at(-2) ?? lastRule;
    if (lastRule && template)
      field.onChange([...rules.slice(0, -1), { ...template, max_faults: '' }, lastRule]);
  };
  return (
    <FormSection title={labels.rules} text={labels.rulesText}>
      <Stack
        sx={{ gridColumn: '1 / -1', gap: 1.5, alignItems: 'stretch' }}
        ref={(box: HTMLElement | null) => {
          const focusFirst = () => box?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
          field.ref(box && { focus: focusFirst });
        }}
      >
        {rules.map((rule, index) => (
          <RuleLine
            // A rule has no id. The index is a safe key, because all inputs are controlled.
            key={index}
            index={index}
            rule={rule}
            isLast={index === rules.length - 1}
            isWrong={invalidIndexes.includes(index) && (rule.max_faults !== '' || submitCount > 0)}
            onChange={(changed) => field.onChange(rules.with(index, changed))}
            onRemove={() => field.onChange(rules.toSpliced(index, 1))}
          />
        ))}
        <Box>
          <Button
            variant="outlined"
            startIcon={<Add />}
            disabled={rules.length >= maxRules}
            onClick={addRule}
          >
            {labels.addRule}
          </Button>
        </Box>
      </Stack>
    </FormSection>
  );
}

interface RuleLineProps {
  index: number;
  rule: RuleRow;
  isLast: boolean;
  isWrong: boolean;
  onChange: (rule: RuleRow) => void;
  onRemove: () => void;
}

function RuleLine({ index, rule, isLast, isWrong, onChange, onRemove }: RuleLineProps) {
  const number = index + 1;
  return (
    <Box role="group" aria-label={labels.rule(number)} sx={lineStyle}>
      {isLast ? (
        <Typography sx={{ pt: 0.75 }}>{labels.above}</Typography>
      ) : (
        <TextField
          label={labels.upTo}
          value={rule.max_faults}
          error={isWrong}
          helperText={isWrong && labels.limitWrong}
          onChange={({ target }) => onChange({ ...rule, max_faults: target.value })}
          slotProps={{
            htmlInput: { inputMode: 'decimal', className: 'figure', maxLength: 7, autoComplete: 'off' },
          }}
        />
      )}
      <ChoiceField
        label={labels.level}
        value={rule.performanceLevel}
        choices={performanceLevels.map((level) => [level, level] as const)}
        onChange={(level) => level && onChange({ ...rule, performanceLevel: level })}
      />
      <ChoiceField
        label={labels.result}
        value={rule.result}
        choices={recordResults.map((result) => [result, recordResultNames[result]] as const)}
        onChange={(result) => result && onChange({ ...rule, result })}
      />
      <IconAction title={labels.removeRule(number)} disabled={isLast} onClick={onRemove}>
        <Delete />
      </IconAction>
    </Box>
  );
}

const lineStyle = {
  display: 'grid',
  gap: 1,
  alignItems: 'start',
  gridTemplateColumns: { xs: '1fr 1fr auto', sm: '1.4fr 1fr 1fr auto' },
  '& > :first-of-type': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
};

/** Returns a text for the dialog of a stale save. */
export const formatKinds = (value: unknown): string => {
  const names = value as RecordKindNames;
  return recordKinds.map((kind) => names[kind]).join(t('ui.comma'));
};
export const formatWeekend = (value: unknown): string =>
  (value as number[]).map(weekdayName).join(t('ui.comma')) || t('ui.nothing');
export const formatRules = (value: unknown): string =>
  (value as ResultRule[])
    .map(({ max_faults: maxFaults, performanceLevel: level, result }) => {
      const resultName = recordResultNames[result];
      return maxFaults === null
        ? labels.lastShown(level, resultName)
        : labels.ruleShown(maxFaults, level, resultName);
    })
    .join(t('ui.comma'));
