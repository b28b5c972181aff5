import { Box, FormControlLabel, Radio, RadioGroup, Typography } from '@mui/material';
import { useId } from 'react';
import { studentFields } from '../../../contract/recordFields';
import {
  type FieldDifference,
  type MergeField,
  mergeFieldNames,
  type MergeSide,
  mergeValue,
} from '../../../contract/rules/mergedFields';
import type { MergePreview } from '../../../contract/students/merge';
import { merge as labels } from '../../i18n/ar/adminPages';
import { bothDatesText } from '../../ui/page/BothDates';
import { Fact, Facts } from '../../ui/page/Facts';
import { Panel } from '../../ui/page/Panel';
import { SecondaryText } from '../../ui/page/SecondaryText';

interface MergeValuesProps {
  preview: MergePreview;
  differences: readonly FieldDifference[];
  values: Readonly<Record<string, MergeSide>>;
  onChange: (field: MergeField, side: MergeSide) => void;
}

const fieldLabel = (field: MergeField): string =>
  field === 'full_name' ? labels.fullName : studentFields[field].label;

const displayValue = (field: MergeField, value: string): string =>
  value !== '' && (field === 'birth_date' || field === 'joined_on') ? bothDatesText(value) : value;

/** Both records side by side: first the values that differ, then those that are equal. */
export function MergeValues({ preview, differences, values, onChange }: MergeValuesProps) {
  const { staying, merged } = preview;
  const different = new Set(differences.map(({ field }) => field));
  const equal = mergeFieldNames.filter((field) => !different.has(field) && mergeValue(field, staying) !== '');
  return (
    <Panel title={labels.valuesTitle}>
      {differences.length > 0 && (
        <>
          <SecondaryText sx={{ mb: 1 }}>{labels.valuesText}</SecondaryText>
          <Box aria-hidden sx={{ ...columns, display: { xs: 'none', sm: 'grid' }, pb: 0.5 }}>
            <span />
            {[staying, merged].map(({ id, student_id }) => (
              <Typography key={id} sx={{ fontWeight: 600 }}>
                {labels.side(student_id)}
              </Typography>
            ))}
          </Box>
          {differences.map((difference) => (
            <ValueChoice
              key={difference.field}
              difference={difference}
              value={values[difference.field] ?? difference.proposed}
              numbers={{ staying: staying.student_id, merged: merged.student_id }}
              onChange={(side) => onChange(difference.field, side)}
            />
          ))}
        </>
      )}
      {equal.length > 0 && (
        <>
          <SecondaryText sx={{ mt: differences.length > 0 ? 2 : 0, mb: 1 }}>{labels.same}</SecondaryText>
          <Facts>
            {equal.map((field) => (
              <Fact key={field} name={fieldLabel(field)}>
                <bdi>{displayValue(field, mergeValue(field, staying))}</bdi>
              </Fact>
            ))}
          </Facts>
        </>
      )}
    </Panel>
  );
}

const columns = {
  display: 'grid',
  columnGap: 2,
  alignItems: 'center',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '9rem minmax(0, 1fr) minmax(0, 1fr)' },
} as const;

interface ValueChoiceProps {
  difference: FieldDifference;
  value: MergeSide;
  numbers: Record<MergeSide, string>;
  onChange: (side: MergeSide) => void;
}

function ValueChoice({ difference, value, numbers, onChange }: ValueChoiceProps) {
  const labelId = useId();
  const name = fieldLabel(difference.field);
  return (
    <RadioGroup
      aria-label={labels.fieldChoice(name)}
      value={value}
      onChange={(_, side) => onChange(side as MergeSide)}
      sx={{ ...columns, py: 0.5, borderTop: 1, borderColor: 'divider' }}
    >
      <SecondaryText id={labelId}>{name}</SecondaryText>
      {(['staying', 'merged'] as const).map((side) => (
        <FormControlLabel
          key={side}
          value={side}
          control={<Radio />}
          sx={{ m: 0, minWidth: 0 }}
          slotProps={{ typography: { sx: { minWidth: 0, overflowWrap: 'anywhere' } } }}
          label={
            <>
              {difference[side] === '' ? (
                <Typography component="span" color="text.secondary">
                  {labels.empty}
                </Typography>
              ) : (
                <bdi>{displayValue(difference.field, difference[side])}</bdi>
              )}
              <SecondaryText component="span" variant="caption" sx={{ display: { xs: 'block', sm: 'none' } }}>
                {labels.side(numbers[side])}
              </SecondaryText>
            </>
          }
        />
      ))}
    </RadioGroup>
  );
}

/** What the given-up record brings, before anything changes. */
export function MergeMoves({ preview: { records, accounts } }: { preview: MergePreview }) {
  const account = describeAccounts(accounts);
  return (
    <Panel title={labels.movesTitle}>
      {records.length === 0 && <SecondaryText>{labels.nothingMoves}</SecondaryText>}
      <Facts>
        {records.map(({ kind, moved, left_out }) => (
          <Fact key={kind} name={labels.kinds[kind]}>
            {describeCounts(moved, left_out)}
          </Fact>
        ))}
        {account && <Fact name={labels.accountTitle}>{account}</Fact>}
      </Facts>
      {records.some(({ left_out }) => left_out > 0) && (
        <SecondaryText sx={{ mt: 1.5 }}>{labels.leftOutText}</SecondaryText>
      )}
    </Panel>
  );
}

function describeCounts(moved: number, leftOut: number): string {
  if (moved === 0) return labels.leftOutOnly(leftOut);
  return leftOut === 0 ? labels.moves(moved) : `${labels.moves(moved)} ${labels.leftOut(leftOut)}`;
}

function describeAccounts({ staying, merged }: MergePreview['accounts']): string | null {
  if (!merged) return staying && labels.accountStays(staying.username);
  if (!staying) return labels.accountMoves(merged.username);
  const isStudent = merged.role === 'student';
  const other = isStudent ? labels.accountDisabled(merged.username) : labels.accountUnlinked(merged.username);
  return `${labels.accountStays(staying.username)} ${other}`;
}
