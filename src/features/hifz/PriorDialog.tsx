import Add from '@mui/icons-material/Add';
import { Alert, Box, Button, Skeleton, Stack, ToggleButton, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PriorRange } from '../../../contract/hifz/plan';
import { hijriDate } from '../../../contract/rules/hijri';
import {
  ayahName,
  ayahNumber,
  juzCount,
  findOverlap,
  pageCount,
  pagesOfRanges,
  rangeOfJuz,
  parseAyahRanges,
  parseAyahRange,
} from '../../../contract/rules/mushaf';
import { useApi } from '../../dataProvider/useApi';
import { hifz as labels } from '../../i18n/ar/hifz';
import { sizes } from '../../theme/tokens';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { DayField } from '../../ui/form/DayField';
import { StaleDialog, type StaleQuestion } from '../../ui/form/StaleDialog';
import { useVersionedSave } from '../../ui/form/versionedSave';
import { ListRow } from '../../ui/list/ListRow';
import { DeleteAction } from '../../ui/page/IconAction';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';
import { detailMessage } from '../../ui/page/problemMessage';
import { useFormDay } from '../teaching-context/useDay';
import { AddRange } from './AddRange';
import { rangeText } from './mapModel';
import { type PriorByRange, mergePrior, listRanges } from './priorModel';

interface PriorDialogProps {
  /** Academic number. */
  student: string;
  name: string;
  onClose: () => void;
}

const strengths = [5, 4, 3, 2, 1] as const;

/** `seen` is the list before the change. */
interface PriorBody {
  ranges: PriorRange[];
  seen: PriorRange[];
}

const byMushafOrder = (range: PriorRange, otherRange: PriorRange) => {
  const [first, second] = [parseAyahRange(range), parseAyahRange(otherRange)];
  return first && second ? ayahNumber(first.from) - ayahNumber(second.from) : 0;
};

function juzRange(juz: number): Pick<PriorRange, 'from' | 'to'> {
  const range = rangeOfJuz(juz);
  return range
    ? { from: ayahName(range.from), to: ayahName(range.to) }
    : { from: ayahName({ surah: 1, ayah: 1 }), to: ayahName({ surah: 1, ayah: 7 }) };
}

/** Edits the ranges that a student memorised before joining. Each range has a day and a strength. */
export default function PriorDialog({ student, name, onClose }: PriorDialogProps) {
  const { hifz } = useApi();
  const { notifyDone } = useNotices();
  const client = useQueryClient();
  const [changedRanges, setChangedRanges] = useState<readonly PriorRange[] | null>(null);
  // The field sets the day of the next range. Earlier ranges keep their day.
  const { date, today, setDate } = useFormDay(false);
  const [strength, setStrength] = useState(4);
  // This juz overlaps a declared range, so it could not be added.
  const [overlappingJuz, setOverlappingJuz] = useState<number | null>(null);
  const [isAddingRange, setIsAddingRange] = useState(false);
  const stored = useQuery({
    queryKey: ['hifz', 'prior', student],
    queryFn: async () => (await hifz()).prior(student),
    staleTime: 0,
  });
  const [refusal, setRefusal] = useState<unknown>(null);
  const versionedSave = useVersionedSave({
    save: async (body: PriorBody) => (await hifz()).savePrior(student, body),
    onSaved: ({ operation_id }) => {
      onClose();
      notifyDone(labels.priorSaved, { operation_id });
      void client.invalidateQueries({ queryKey: ['hifz'] });
    },
    onRefused: setRefusal,
    merge: (body, { ranges: theirs }) => {
      const sides = mergePrior(body.seen, body.ranges, theirs as PriorRange[]);
      const isSame = JSON.stringify(sides.mine) === JSON.stringify(sides.theirs);
      return isSame
        ? { ranges: listRanges(sides.mine).toSorted(byMushafOrder), seen: theirs as PriorRange[] }
        : null;
    },
    buildBody: (chosen, { theirs }) => ({
      ranges: listRanges(chosen as PriorByRange).toSorted(byMushafOrder),
      seen: theirs['ranges'] as PriorRange[],
    }),
  });
  const { isPending, question } = versionedSave;
  const ranges = changedRanges ?? stored.data?.ranges ?? [];
  // The edits start from this list, even if the query loads a newer list.
  const [baseRanges, setBaseRanges] = useState<PriorRange[]>([]);
  const change = (newRanges: readonly PriorRange[]) => {
    if (changedRanges === null) setBaseRanges(stored.data?.ranges ?? []);
    setChangedRanges(newRanges);
    setRefusal(null);
  };
  const isDeclared = (juz: number) => {
    const { from, to } = juzRange(juz);
    return ranges.some((range) => range.from === from && range.to === to);
  };
  const add = (range: Pick<PriorRange, 'from' | 'to'>) =>
    change([...ranges, { ...range, date, strength }].toSorted(byMushafOrder));
  const toggleJuz = (juz: number) => {
    const { from, to } = juzRange(juz);
    const others = ranges.filter((range) => range.from !== from || range.to !== to);
    const isOverlapping = others.some((range) => findOverlap(parseAyahRanges([range, { from, to }])) !== -1);
    setOverlappingJuz(isOverlapping ? juz : null);
    if (isDeclared(juz)) change(others);
    else if (!isOverlapping) add({ from, to });
  };
  return (
    <SubmitDialog
      title={labels.prior}
      name={name}
      problem={refusal === null ? null : detailMessage(refusal, labels.priorFailed)}
      isDirty={changedRanges !== null}
      submitLabel={labels.save}
      pendingLabel={labels.saving}
      isPending={isPending}
      isReady={changedRanges !== null}
      maxWidth="sm"
      onSubmit={() =>
        void versionedSave.send({ ranges: ranges.map((range) => ({ ...range })), seen: baseRanges })
      }
      onClose={onClose}
    >
      <SecondaryText>{labels.priorText}</SecondaryText>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <DayField label={labels.priorDate} value={date} max={today} isNeverEmpty onChange={setDate} />
        <ChoiceField
          label={labels.strength}
          value={String(strength)}
          choices={strengths.map((one) => [String(one), labels.strengths[one]] as const)}
          onChange={(chosen) => setStrength(Number(chosen))}
        />
      </Box>
      {stored.error ? (
        <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />
      ) : !stored.data ? (
        <Skeleton variant="rounded" height={240} />
      ) : (
        <>
          <Box role="group" aria-label={labels.wholeJuz} sx={juzStyle}>
            {Array.from({ length: juzCount }, (_, index) => (
              <ToggleButton
                key={index}
                value={index + 1}
                size="small"
                color="primary"
                selected={isDeclared(index + 1)}
                aria-label={labels.juzNumber(index + 1)}
                onChange={() => toggleJuz(index + 1)}
              >
                {index + 1}
              </ToggleButton>
            ))}
          </Box>
          <div role="alert">
            {overlappingJuz !== null && <Alert severity="error">{labels.juzTaken(overlappingJuz)}</Alert>}
          </div>
          {isAddingRange ? (
            <AddRange ranges={ranges} onAdd={add} />
          ) : (
            <Button
              startIcon={<Add />}
              sx={{ alignSelf: 'flex-start' }}
              onClick={() => setIsAddingRange(true)}
            >
              {labels.byRange}
            </Button>
          )}
          <DeclaredRanges
            ranges={ranges}
            onRemove={(removed) => {
              setOverlappingJuz(null);
              change(ranges.filter((one) => one !== removed));
            }}
          />
        </>
      )}
      {question && <StalePrior question={question} />}
    </SubmitDialog>
  );
}

function StalePrior({ question }: { question: StaleQuestion }) {
  const { ranges, seen: baseRanges } = question.mine as PriorBody;
  const theirs = question.theirs['ranges'] as PriorRange[];
  const sides = mergePrior(baseRanges, ranges, theirs);
  const fields = Object.entries(sides.mine).map(([name, mine]) => ({
    name,
    label: rangeText(mine ?? sides.theirs[name] ?? { from: '', to: '' }),
    format: (range: unknown) => {
      const { date, strength } = range as PriorRange;
      return `${hijriDate(date)} · ${labels.strengths[strength as (typeof strengths)[number]]}`;
    },
  }));
  return <StaleDialog fields={fields} question={{ ...question, ...sides }} />;
}

const juzStyle = {
  display: 'grid',
  gap: 0.5,
  gridTemplateColumns: { xs: 'repeat(6, minmax(0, 1fr))', sm: 'repeat(10, minmax(0, 1fr))' },
  '& button': {
    minHeight: { xs: sizes.phoneTarget, sm: 36 },
    color: 'text.primary',
    borderColor: (theme: { colours: { edge: string } }) => theme.colours.edge,
  },
  '& button.Mui-selected': { fontWeight: 700 },
} as const;

interface DeclaredRangesProps {
  ranges: readonly PriorRange[];
  onRemove: (range: PriorRange) => void;
}

function DeclaredRanges({ ranges, onRemove }: DeclaredRangesProps) {
  const pages = pagesOfRanges(parseAyahRanges(ranges)) ?? 0;
  return (
    <Box>
      <Typography component="h3" sx={{ fontWeight: 700 }}>
        {labels.declared}
      </Typography>
      <SecondaryText>
        {ranges.length === 0 ? labels.noneDeclared : labels.memorised(pages, pageCount)}
      </SecondaryText>
      <Stack component="ul" aria-label={labels.declared} sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
        {ranges.map((range) => (
          <ListRow
            key={`${range.from} ${range.to}`}
            action={
              <DeleteAction label={labels.removeRange(rangeText(range))} onClick={() => onRemove(range)} />
            }
          >
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {rangeText(range)}
            </Typography>
            <SecondaryText variant="caption">
              {hijriDate(range.date)} · {labels.strengths[range.strength as 1]}
            </SecondaryText>
          </ListRow>
        ))}
      </Stack>
    </Box>
  );
}
