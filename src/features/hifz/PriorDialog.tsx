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
import { hifz as say } from '../../i18n/ar/hifz';
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
import { detailSentence } from '../../ui/page/sentenceOf';
import { useFormDay } from '../teaching-context/useDay';
import { AddRange } from './AddRange';
import { rangeText } from './mapModel';
import { type PriorByRange, priorSides, rangesOf } from './priorModel';

interface PriorDialogProps {
  /** The academic number. */
  student: string;
  name: string;
  onClose: () => void;
}

const strengths = [5, 4, 3, 2, 1] as const;

/** The whole list, and the one that it was changed from. */
interface SentPrior {
  ranges: PriorRange[];
  seen: PriorRange[];
}

/** As they stand in the mushaf. */
const byPlace = (one: PriorRange, other: PriorRange) => {
  const [first, second] = [parseAyahRange(one), parseAyahRange(other)];
  return first && second ? ayahNumber(first.from) - ayahNumber(second.from) : 0;
};

/** The ayahs of a juz, as the API names them. */
function rangeOf(juz: number): Pick<PriorRange, 'from' | 'to'> {
  const range = rangeOfJuz(juz);
  return range
    ? { from: ayahName(range.from), to: ayahName(range.to) }
    : { from: ayahName({ surah: 1, ayah: 1 }), to: ayahName({ surah: 1, ayah: 7 }) };
}

/** What a student had memorised before: a whole juz by one tap or any range, with a day and how firm it was. */
export default function PriorDialog({ student, name, onClose }: PriorDialogProps) {
  const { hifz } = useApi();
  const { notifyDone } = useNotices();
  const client = useQueryClient();
  const [changed, setChanged] = useState<readonly PriorRange[] | null>(null);
  // What was added keeps its day; the field is about the next one.
  const { date, today, setDate } = useFormDay(false);
  const [strength, setStrength] = useState(4);
  // A juz of which a part stands already.
  const [taken, setTaken] = useState<number | null>(null);
  const [isByRange, setIsByRange] = useState(false);
  const stored = useQuery({
    queryKey: ['hifz', 'prior', student],
    queryFn: async () => (await hifz()).prior(student),
    staleTime: 0,
  });
  const [refusal, setRefusal] = useState<unknown>(null);
  const saving = useVersionedSave({
    save: async (body: SentPrior) => (await hifz()).savePrior(student, body),
    onSaved: ({ operation_id }) => {
      onClose();
      notifyDone(say.priorSaved, { operation_id });
      void client.invalidateQueries({ queryKey: ['hifz'] });
    },
    onRefused: setRefusal,
    merge: (body, { ranges: theirs }) => {
      const sides = priorSides(body.seen, body.ranges, theirs as PriorRange[]);
      const isSame = JSON.stringify(sides.mine) === JSON.stringify(sides.theirs);
      return isSame ? { ranges: rangesOf(sides.mine).toSorted(byPlace), seen: theirs as PriorRange[] } : null;
    },
    bodyOf: (chosen, { theirs }) => ({
      ranges: rangesOf(chosen as PriorByRange).toSorted(byPlace),
      seen: theirs['ranges'] as PriorRange[],
    }),
  });
  const { isPending, question } = saving;
  const ranges = changed ?? stored.data?.ranges ?? [];
  // What the changes are over: it may be read again meanwhile.
  const [read, setRead] = useState<PriorRange[]>([]);
  const change = (now: readonly PriorRange[]) => {
    if (changed === null) setRead(stored.data?.ranges ?? []);
    setChanged(now);
    setRefusal(null);
  };
  const isIn = (juz: number) => {
    const { from, to } = rangeOf(juz);
    return ranges.some((range) => range.from === from && range.to === to);
  };
  const add = (range: Pick<PriorRange, 'from' | 'to'>) =>
    change([...ranges, { ...range, date, strength }].toSorted(byPlace));
  const turn = (juz: number) => {
    const { from, to } = rangeOf(juz);
    const others = ranges.filter((range) => range.from !== from || range.to !== to);
    const isTaken = others.some((range) => findOverlap(parseAyahRanges([range, { from, to }])) !== -1);
    setTaken(isTaken ? juz : null);
    if (isIn(juz)) change(others);
    else if (!isTaken) add({ from, to });
  };
  return (
    <SubmitDialog
      title={say.prior}
      name={name}
      problem={refusal === null ? null : detailSentence(refusal, say.priorFailed)}
      isDirty={changed !== null}
      button={say.save}
      pending={say.saving}
      isPending={isPending}
      isReady={changed !== null}
      maxWidth="sm"
      onSubmit={() => void saving.send({ ranges: ranges.map((range) => ({ ...range })), seen: read })}
      onClose={onClose}
    >
      <SecondaryText>{say.priorText}</SecondaryText>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <DayField label={say.priorDate} value={date} max={today} isKept onChange={setDate} />
        <ChoiceField
          label={say.strength}
          value={String(strength)}
          choices={strengths.map((one) => [String(one), say.strengths[one]] as const)}
          onChange={(chosen) => setStrength(Number(chosen))}
        />
      </Box>
      {stored.error ? (
        <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />
      ) : !stored.data ? (
        <Skeleton variant="rounded" height={240} />
      ) : (
        <>
          <Box role="group" aria-label={say.wholeJuz} sx={juzStyle}>
            {Array.from({ length: juzCount }, (_, place) => (
              <ToggleButton
                key={place}
                value={place + 1}
                size="small"
                color="primary"
                selected={isIn(place + 1)}
                aria-label={say.juzNumber(place + 1)}
                onChange={() => turn(place + 1)}
              >
                {place + 1}
              </ToggleButton>
            ))}
          </Box>
          <div role="alert">{taken !== null && <Alert severity="error">{say.juzTaken(taken)}</Alert>}</div>
          {isByRange ? (
            <AddRange ranges={ranges} onAdd={add} />
          ) : (
            <Button startIcon={<Add />} sx={{ alignSelf: 'flex-start' }} onClick={() => setIsByRange(true)}>
              {say.byRange}
            </Button>
          )}
          <Ranges
            ranges={ranges}
            onRemove={(gone) => {
              setTaken(null);
              change(ranges.filter((one) => one !== gone));
            }}
          />
        </>
      )}
      {question && <StalePrior question={question} />}
    </SubmitDialog>
  );
}

/** Asks range by range about what somebody else has declared otherwise meanwhile. */
function StalePrior({ question }: { question: StaleQuestion }) {
  const { ranges, seen } = question.mine as SentPrior;
  const theirs = question.theirs['ranges'] as PriorRange[];
  const sides = priorSides(seen, ranges, theirs);
  const fields = Object.entries(sides.mine).map(([name, mine]) => ({
    name,
    label: rangeText(mine ?? sides.theirs[name] ?? { from: '', to: '' }),
    shown: (range: unknown) => {
      const { date, strength } = range as PriorRange;
      return `${hijriDate(date)} · ${say.strengths[strength as (typeof strengths)[number]]}`;
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

interface RangesProps {
  ranges: readonly PriorRange[];
  onRemove: (range: PriorRange) => void;
}

/** What stands, with its pages; saved as a whole. */
function Ranges({ ranges, onRemove }: RangesProps) {
  const pages = pagesOfRanges(parseAyahRanges(ranges)) ?? 0;
  return (
    <Box>
      <Typography component="h3" sx={{ fontWeight: 700 }}>
        {say.declared}
      </Typography>
      <SecondaryText>
        {ranges.length === 0 ? say.noneDeclared : say.memorised(pages, pageCount)}
      </SecondaryText>
      <Stack component="ul" aria-label={say.declared} sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
        {ranges.map((range) => (
          <ListRow
            key={`${range.from} ${range.to}`}
            action={
              <DeleteAction label={say.removeRange(rangeText(range))} onClick={() => onRemove(range)} />
            }
          >
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {rangeText(range)}
            </Typography>
            <SecondaryText variant="caption">
              {hijriDate(range.date)} · {say.strengths[range.strength as 1]}
            </SecondaryText>
          </ListRow>
        ))}
      </Stack>
    </Box>
  );
}
