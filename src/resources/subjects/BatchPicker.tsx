import { Alert, type AlertProps, Box, Button, FormHelperText, Stack, Typography } from '@mui/material';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import type { Batch } from '../../../contract/batches';
import { filterRows, sortKey } from '../../../contract/rules/arabicText';
import { t } from '../../i18n/text';
import { CheckField } from '../../ui/form/CheckField';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { SearchBox } from '../../ui/list/SearchField';
import type { Outcome } from './addToBatches';

interface BatchPickerProps {
  legend: string;
  batches: readonly Batch[];
  value: readonly number[];
  onChange: (ids: number[]) => void;
  error?: string | null;
  isDisabled?: boolean;
}

const maxVisibleBatches = 100;
const minBatchesForSearch = 6;

export function BatchPicker({
  legend,
  batches,
  value,
  onChange,
  error,
  isDisabled = false,
}: BatchPickerProps) {
  const errorId = useId();
  const [query, setQuery] = useState('');
  const deferredQuery = useDeferredValue(query);
  const groups = useMemo(() => groupBatches(batches, deferredQuery), [batches, deferredQuery]);
  const matchCount = groups.reduce((sum, group) => sum + group.batches.length, 0);
  const chosenCount = batches.filter(({ id }) => value.includes(id)).length;
  const choose = (toggled: readonly Batch[], isChecked: boolean) =>
    onChange(toggleBatches(value, toggled, isChecked));

  return (
    <Box
      component="fieldset"
      disabled={isDisabled}
      aria-describedby={error ? errorId : undefined}
      sx={{
        m: 0,
        minWidth: 0,
        p: { xs: 1.5, sm: 2 },
        pt: { xs: 0.5, sm: 1 },
        border: 1,
        borderColor: error ? 'error.main' : 'divider',
        borderRadius: 1.5,
      }}
    >
      <Typography component="legend" sx={{ px: 1, fontWeight: 600 }}>
        {legend}
      </Typography>
      <Stack spacing={1} sx={{ pt: 0.5 }}>
        {batches.length >= minBatchesForSearch && (
          <Box onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}>
            <SearchBox label={t('batches.search')} typed={query} onType={setQuery} />
          </Box>
        )}
        <Box sx={{ maxHeight: 320, overflowY: 'auto', mx: -1, px: 1 }}>
          {limitGroups(groups, maxVisibleBatches).map(({ program, batches: visibleBatches }) => (
            <BatchChoices
              key={program}
              program={program}
              visibleBatches={visibleBatches}
              matchingBatches={groups.find((group) => group.program === program)?.batches ?? visibleBatches}
              chosenIds={value}
              isDisabled={isDisabled}
              onChoose={choose}
            />
          ))}
          {matchCount === 0 && <Typography color="text.secondary">{t('subjects.noBatchFound')}</Typography>}
          {matchCount > maxVisibleBatches && (
            <SecondaryText variant="caption">
              {t('subjects.moreBatches', { shown: maxVisibleBatches, total: matchCount })}
            </SecondaryText>
          )}
        </Box>
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', minHeight: 40 }}>
          <SecondaryText role="status">
            {t('subjects.chosenBatches', { smart_count: chosenCount })}
          </SecondaryText>
          {chosenCount > 0 && (
            <Button size="small" onClick={() => onChange([])} disabled={isDisabled}>
              {t('subjects.dropChosen')}
            </Button>
          )}
        </Stack>
      </Stack>
      {error && (
        <FormHelperText id={errorId} error role="alert" sx={{ mx: 0 }}>
          {error}
        </FormHelperText>
      )}
    </Box>
  );
}

interface BatchChoicesProps {
  program: string;
  visibleBatches: readonly Batch[];
  matchingBatches: readonly Batch[];
  chosenIds: readonly number[];
  isDisabled: boolean;
  onChoose: (batches: readonly Batch[], isChecked: boolean) => void;
}

function BatchChoices({
  program,
  visibleBatches,
  matchingBatches,
  chosenIds,
  isDisabled,
  onChoose,
}: BatchChoicesProps) {
  const name = program || t('ui.notSpecified');
  const chosenCount = matchingBatches.filter(({ id }) => chosenIds.includes(id)).length;
  return (
    <Box role="group" aria-label={name} sx={{ mb: 1 }}>
      <CheckField
        disabled={isDisabled}
        checked={chosenCount === matchingBatches.length}
        indeterminate={chosenCount > 0 && chosenCount < matchingBatches.length}
        onChange={(isChecked) => onChoose(matchingBatches, isChecked)}
        label={
          <Typography component="span" sx={{ fontWeight: 600 }}>
            {t('subjects.allOfProgram', { program: name })}
          </Typography>
        }
      />
      <Box
        sx={{
          paddingInlineStart: 4,
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
        }}
      >
        {visibleBatches.map((batch) => (
          <CheckField
            key={batch.id}
            disabled={isDisabled}
            checked={chosenIds.includes(batch.id)}
            onChange={(isChecked) => onChoose([batch], isChecked)}
            label={batch.batch_name}
          />
        ))}
      </Box>
    </Box>
  );
}

interface BatchGroup {
  program: string;
  batches: Batch[];
}

/** Returns the matching batches in groups by programme, both sorted. */
export function groupBatches(batches: readonly Batch[], query: string): BatchGroup[] {
  const byProgram = new Map<string, Batch[]>();
  const searchTexts = ({ batch_name, program_name, academic_year }: Batch) => [
    batch_name,
    program_name ?? '',
    academic_year ?? '',
  ];
  for (const batch of filterRows(batches, query, searchTexts)) {
    const program = batch.program_name ?? '';
    byProgram.set(program, [...(byProgram.get(program) ?? []), batch]);
  }
  return [...byProgram]
    .map(([program, programBatches]) => ({
      program,
      batches: programBatches.toSorted(compareByText(({ batch_name }) => batch_name)),
    }))
    .toSorted(compareByText(({ program }) => program));
}

const compareByText =
  <T,>(getText: (item: T) => string) =>
  (a: T, b: T) => {
    const [x, y] = [sortKey(getText(a)), sortKey(getText(b))];
    return x === y ? 0 : x < y ? -1 : 1;
  };

/** Limits the total number of batches, so the last group may be incomplete. */
export function limitGroups(groups: readonly BatchGroup[], maxBatches: number): BatchGroup[] {
  let remaining = maxBatches;
  return groups.flatMap((group) => {
    const batches = group.batches.slice(0, remaining);
    remaining -= batches.length;
    return batches.length === 0 ? [] : [{ ...group, batches }];
  });
}

export function toggleBatches(
  ids: readonly number[],
  batches: readonly Batch[],
  isChecked: boolean,
): number[] {
  const toggledIds = new Set(batches.map(({ id }) => id));
  const otherIds = ids.filter((id) => !toggledIds.has(id));
  return isChecked ? [...otherIds, ...toggledIds] : otherIds;
}

interface BatchOutcomeProps {
  outcome: Outcome;
  describeProblem: (problem: unknown) => string;
  sx?: AlertProps['sx'];
}

/** Renders nothing if no batch failed. */
export function BatchOutcome({
  outcome: { added, failed, skipped },
  describeProblem,
  sx,
}: BatchOutcomeProps) {
  if (failed.length === 0) return null;
  const counts = { added: added.length, wanted: added.length + failed.length };
  const names = added.map(({ batch_name }) => batch_name).join(t('ui.comma'));
  return (
    <Alert severity={added.length > 0 ? 'warning' : 'error'} sx={sx}>
      <Typography sx={{ fontWeight: 600 }}>
        {added.length > 0 ? t('subjects.addedToSome', counts) : t('subjects.addedToNone')}
      </Typography>
      {added.length > 0 && <Typography>{t('subjects.addedTo', { batches: names })}</Typography>}
      <Typography>{t('subjects.failedFor')}</Typography>
      <ul>
        {failed.map(({ batch, problem }) => (
          <li key={batch.id}>
            <bdi>{batch.batch_name}</bdi>: {describeProblem(problem)}
          </li>
        ))}
      </ul>
      <Typography>{t(skipped.length > 0 ? 'subjects.allOrNone' : 'subjects.retryFailed')}</Typography>
    </Alert>
  );
}
