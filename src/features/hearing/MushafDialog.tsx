import Add from '@mui/icons-material/Add';
import {
  Alert,
  Box,
  Button,
  Chip,
  DialogActions,
  DialogContent,
  Stack,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type AyahPosition,
  nextAyah,
  findOverlap,
  type MushafRange as Range,
  pagesOfRanges,
} from '../../../contract/rules/mushaf';
import { describePosition, describeRange, parseRange } from '../../../contract/rules/mushafText';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { CancelButton, FormDialog } from '../../ui/dialog/FormDialog';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { parseRangesText, formatRanges } from './hearing';
import { MushafEnd } from './MushafEnd';
import {
  rangeValues,
  type MushafMode as Mode,
  type MushafChoice,
  firstRange,
  mushafModes,
  type MushafRangeProps,
  useMushafMode,
  useMushafRange,
} from './useMushafRange';

interface MushafDialogProps {
  studentName: string;
  /** The text of the record. A range in this text becomes the initial selection. */
  content: string;
  lastRange: Range | null | undefined;
  /** Whether the server stores several ranges of one record. */
  canHaveSeveral: boolean;
  onApply: (recordContent: string, pages: number | null) => void;
  onClose: () => void;
}

export function MushafDialog({ studentName, onClose, ...choice }: MushafDialogProps) {
  const [isTouched, setIsTouched] = useState(false);
  return (
    <FormDialog
      isOpen
      title={t('dailyRecords.mushafOf', { student: studentName })}
      isDirty={isTouched}
      onClose={onClose}
    >
      <RangeChoice {...choice} onTouch={() => setIsTouched(true)} />
    </FormDialog>
  );
}

function RangeChoice({
  content,
  lastRange,
  canHaveSeveral,
  onApply,
  onTouch,
}: Omit<MushafDialogProps, 'studentName' | 'onClose'> & { onTouch: () => void }) {
  const fields = useRef<HTMLDivElement>(null);
  const [initialRanges] = useState(() => (canHaveSeveral ? parseRangesText(content) : [parseRange(content)]));
  // With one range, the dialog edits that range. With several ranges, the user removes or adds ranges.
  const [chosenRanges, setChosenRanges] = useState<readonly Range[]>(
    initialRanges.length > 1 ? initialRanges.filter((one) => one !== null) : [],
  );
  const [mode] = useMushafMode();
  const start = lastRange ? nextAyah(lastRange) : null;
  const isNew = initialRanges.every((one) => one === null);
  const [range, setRange] = useState(() =>
    initialRanges.length > 1 ? null : (initialRanges[0] ?? firstRange(mode, start)),
  );
  const hasStart = isNew && start !== null;
  useEffect(() => {
    const inputs = [...(fields.current?.querySelectorAll('input') ?? [])];
    // The start is filled in, so the user types the end.
    inputs.at(hasStart ? -1 : 0)?.focus();
  }, [hasStart]);
  const allRanges = range === null ? chosenRanges : [...chosenRanges, range];
  const isOverlapping = findOverlap(allRanges) !== -1;
  const change = (newRanges: readonly Range[]) => {
    setChosenRanges(newRanges);
    onTouch();
  };
  return (
    <>
      <DialogContent>
        <Stack ref={fields} spacing={2} sx={{ pt: 1 }}>
          <MushafRangeInput
            value={range}
            start={start}
            onChange={(chosen) => {
              setRange(chosen);
              onTouch();
            }}
          />
          {canHaveSeveral && (
            <Button
              startIcon={<Add />}
              disabled={range === null || isOverlapping}
              sx={{ alignSelf: 'flex-start' }}
              onClick={() => {
                change(allRanges);
                setRange(null);
                fields.current?.querySelector<HTMLElement>('input')?.focus();
              }}
            >
              {t('hearing.addRange')}
            </Button>
          )}
          {chosenRanges.length > 0 && (
            <ChosenRanges
              ranges={chosenRanges}
              pages={pagesOfRanges(allRanges)}
              onRemove={(removed) => change(chosenRanges.filter((one) => one !== removed))}
            />
          )}
          <div role="alert">
            {isOverlapping && <Alert severity="error">{t('dailyRecords.problems.rangesOverlap')}</Alert>}
          </div>
        </Stack>
      </DialogContent>
      <DialogActions>
        <CancelButton />
        <Button
          variant="contained"
          disabled={allRanges.length === 0 || isOverlapping}
          type="submit"
          onClick={() => onApply(formatRanges(allRanges), pagesOfRanges(allRanges))}
        >
          {t('dailyRecords.apply')}
        </Button>
      </DialogActions>
    </>
  );
}

interface ChosenRangesProps {
  ranges: readonly Range[];
  /** The number includes the unfinished range. */
  pages: number | null;
  onRemove: (range: Range) => void;
}

function ChosenRanges({ ranges, pages, onRemove }: ChosenRangesProps) {
  return (
    <Box>
      <Stack component="ul" direction="row" aria-label={t('hearing.chosenRanges')} sx={chips}>
        {ranges.map((range) => {
          const text = describeRange(range);
          return (
            <li key={text}>
              <Chip
                label={text}
                aria-label={t('hearing.removeRange', { range: text })}
                onDelete={() => onRemove(range)}
              />
            </li>
          );
        })}
      </Stack>
      {pages !== null && (
        <Typography sx={{ mt: 1 }}>
          {t('hearing.total')} <Isolated>{pages}</Isolated>
        </Typography>
      )}
    </Box>
  );
}

const chips = { flexWrap: 'wrap', gap: 1, m: 0, p: 0, listStyle: 'none' } as const;

/** `onChange` also gets the values for the daily record. `start` usually follows the previous range. */
export function MushafRangeInput(props: MushafRangeProps) {
  const choice = useMushafRange(props);
  const end = useRef<HTMLInputElement>(null);
  const { fields, parsed } = choice;
  return (
    <Stack sx={{ gap: 2, minWidth: 0 }}>
      <MushafMode value={fields.mode} onChange={choice.setMode} />
      <Box sx={fields.mode === 'ayahs' ? rows : columns}>
        <MushafEnd end="from" choice={choice} />
        <MushafEnd end="to" choice={choice} numberRef={end} />
      </Box>
      <MushafShortcuts choice={choice} start={props.start} onStarted={() => end.current?.focus()} />
      <RangeSummary values={rangeValues(parsed.range)} />
    </Stack>
  );
}

const rows = { display: 'grid', rowGap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' };
const columns = { display: 'grid', gap: 1, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' };

function RangeSummary({ values: { recordContent, pagesCount } }: { values: ReturnType<typeof rangeValues> }) {
  return (
    <Box
      role="status"
      sx={{ p: 2, borderRadius: 1, backgroundColor: (theme) => theme.colours.sunken, minHeight: 56 }}
    >
      {pagesCount === null ? (
        <SecondaryText>{t('mushaf.nothingYet')}</SecondaryText>
      ) : (
        <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 2, justifyContent: 'space-between' }}>
          <Typography sx={{ fontWeight: 600 }}>{recordContent}</Typography>
          <Typography>
            {t('mushaf.pages')} <Isolated>{pagesCount}</Isolated>
          </Typography>
        </Stack>
      )}
    </Box>
  );
}

function MushafMode({ value, onChange }: { value: Mode; onChange: (mode: Mode) => void }) {
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      color="primary"
      size="small"
      value={value}
      onChange={(_, mode: Mode | null) => mode && onChange(mode)}
      aria-label={t('mushaf.by')}
    >
      {mushafModes.map((mode) => (
        <ToggleButton
          key={mode}
          value={mode}
          sx={{
            flex: mode === 'ayahs' ? '1.8 1 0' : '1 1 0',
            px: 0.5,
            minHeight: { xs: sizes.phoneTarget, sm: 40 },
            color: 'text.primary',
            borderColor: (theme) => theme.colours.edge,
            whiteSpace: 'nowrap',
            '&&.Mui-selected': { fontWeight: 700, backgroundColor: (theme) => theme.colours.primaryTint },
          }}
        >
          {t(`mushaf.modes.${mode}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

interface MushafShortcutsProps {
  choice: MushafChoice;
  start: AyahPosition | null;
  onStarted: () => void;
}

function MushafShortcuts({ choice, start, onStarted }: MushafShortcutsProps) {
  const { carryOn, endAtPage, endAtSurah } = choice;
  const hasEnds = choice.fields.mode === 'ayahs';
  if (!carryOn && !hasEnds) return null;
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      {carryOn && start && (
        <Chip
          component="button"
          color="primary"
          variant="outlined"
          label={t('mushaf.carryOn', { position: describePosition(start) })}
          onClick={() => {
            flushSync(carryOn); // renders at once, so that the next field can get the focus
            onStarted();
          }}
          sx={chipStyle}
        />
      )}
      {hasEnds && <EndShortcut label={t('mushaf.toEndOfPage')} onChoose={endAtPage} />}
      {hasEnds && <EndShortcut label={t('mushaf.toEndOfSurah')} onChoose={endAtSurah} />}
    </Stack>
  );
}

const EndShortcut = ({ label, onChoose }: { label: string; onChoose: (() => void) | null }) => (
  <Chip
    variant="outlined"
    label={label}
    component="button"
    clickable
    onClick={onChoose ?? undefined}
    disabled={onChoose === null}
    sx={chipStyle}
  />
);

const chipStyle = { minHeight: { xs: sizes.phoneTarget, sm: 36 }, borderRadius: 5 };
