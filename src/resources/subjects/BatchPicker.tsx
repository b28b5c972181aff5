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
  /** Row numbers of the chosen batches. */
  value: readonly number[];
  onChange: (ids: number[]) => void;
  error?: string | null;
  isDisabled?: boolean;
}

const shownAtOnce = 100;
const searchFrom = 6;

/** Chooses several batches: with a search, one by one or by programme. */
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
  const searched = useDeferredValue(query);
  const groups = useMemo(() => batchGroups(batches, searched), [batches, searched]);
  const found = groups.reduce((sum, group) => sum + group.batches.length, 0);
  const chosen = batches.filter(({ id }) => value.includes(id)).length;
  const choose = (these: readonly Batch[], isWanted: boolean) => onChange(withAll(value, these, isWanted));

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
        {batches.length >= searchFrom && (
          <Box onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}>
            <SearchBox label={t('batches.search')} typed={query} onType={setQuery} />
          </Box>
        )}
        <Box sx={{ maxHeight: 320, overflowY: 'auto', mx: -1, px: 1 }}>
          {firstOf(groups, shownAtOnce).map(({ program, batches: shown }) => (
            <BatchChoices
              key={program}
              program={program}
              shown={shown}
              all={groups.find((group) => group.program === program)?.batches ?? shown}
              chosen={value}
              isDisabled={isDisabled}
              onChoose={choose}
            />
          ))}
          {found === 0 && <Typography color="text.secondary">{t('subjects.noBatchFound')}</Typography>}
          {found > shownAtOnce && (
            <SecondaryText variant="caption">
              {t('subjects.moreBatches', { shown: shownAtOnce, total: found })}
            </SecondaryText>
          )}
        </Box>
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', minHeight: 40 }}>
          <SecondaryText role="status">{t('subjects.chosenBatches', { smart_count: chosen })}</SecondaryText>
          {chosen > 0 && (
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
  /** The visible batches, of all that match the search. */
  shown: readonly Batch[];
  all: readonly Batch[];
  chosen: readonly number[];
  isDisabled: boolean;
  onChoose: (batches: readonly Batch[], isWanted: boolean) => void;
}

/** The batches of one programme, and a checkbox to choose all of them. */
function BatchChoices({ program, shown, all, chosen, isDisabled, onChoose }: BatchChoicesProps) {
  const name = program || t('ui.notSpecified');
  const count = all.filter(({ id }) => chosen.includes(id)).length;
  return (
    <Box role="group" aria-label={name} sx={{ mb: 1 }}>
      <CheckField
        disabled={isDisabled}
        checked={count === all.length}
        indeterminate={count > 0 && count < all.length}
        onChange={(isWanted) => onChoose(all, isWanted)}
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
        {shown.map((batch) => (
          <CheckField
            key={batch.id}
            disabled={isDisabled}
            checked={chosen.includes(batch.id)}
            onChange={(isWanted) => onChoose([batch], isWanted)}
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

/** The batches that match the search, grouped by programme; both sorted. */
export function batchGroups(batches: readonly Batch[], query: string): BatchGroup[] {
  const byProgram = new Map<string, Batch[]>();
  const textsOf = ({ batch_name, program_name, academic_year }: Batch) => [
    batch_name,
    program_name ?? '',
    academic_year ?? '',
  ];
  for (const batch of filterRows(batches, query, textsOf)) {
    const program = batch.program_name ?? '';
    byProgram.set(program, [...(byProgram.get(program) ?? []), batch]);
  }
  return [...byProgram]
    .map(([program, ofProgram]) => ({
      program,
      batches: ofProgram.toSorted(byText(({ batch_name }) => batch_name)),
    }))
    .toSorted(byText(({ program }) => program));
}

const byText =
  <T,>(textOf: (item: T) => string) =>
  (a: T, b: T) => {
    const [x, y] = [sortKey(textOf(a)), sortKey(textOf(b))];
    return x === y ? 0 : x < y ? -1 : 1;
  };

/** The first groups with together at most `most` batches; the last group may be cut. */
export function firstOf(groups: readonly BatchGroup[], most: number): BatchGroup[] {
  let left = most;
  return groups.flatMap((group) => {
    const batches = group.batches.slice(0, left);
    left -= batches.length;
    return batches.length === 0 ? [] : [{ ...group, batches }];
  });
}

/** `ids` with or without all of these batches. */
export function withAll(ids: readonly number[], batches: readonly Batch[], isWanted: boolean): number[] {
  const these = new Set(batches.map(({ id }) => id));
  const others = ids.filter((id) => !these.has(id));
  return isWanted ? [...others, ...these] : others;
}

interface BatchOutcomeProps {
  outcome: Outcome;
  /** The text that explains a failure. */
  reasonOf: (problem: unknown) => string;
  sx?: AlertProps['sx'];
}

/** Which batches got the subject and which did not, with the reasons; nothing if all got it. */
export function BatchOutcome({ outcome: { added, failed, heldBack }, reasonOf, sx }: BatchOutcomeProps) {
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
            <bdi>{batch.batch_name}</bdi>: {reasonOf(problem)}
          </li>
        ))}
      </ul>
      <Typography>{t(heldBack.length > 0 ? 'subjects.allOrNone' : 'subjects.retryFailed')}</Typography>
    </Alert>
  );
}
