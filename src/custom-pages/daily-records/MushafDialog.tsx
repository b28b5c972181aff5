import {
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
import { type AyahPosition, nextAfter, type MushafRange as Range } from '../../../contract/rules/mushaf';
import { describePosition, parseRange } from '../../../contract/rules/mushafText';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { MushafEnd } from './MushafEnd';
import {
  fieldsOfRange,
  type MushafMode as Mode,
  type MushafChoice,
  mushafModes,
  type MushafRangeProps,
  useMushafRange,
} from './useMushafRange';

interface MushafDialogProps {
  studentName: string;
  /** The text of the record; a range that it names is where the choice begins. */
  content: string;
  lastRange: Range | null | undefined;
  onApply: (recordContent: string, pages: number | null) => void;
  onClose: () => void;
}

/** Chooses a range of the mushaf for one record; nothing is filled in before it is applied. */
export function MushafDialog({ studentName, onClose, ...choice }: MushafDialogProps) {
  const [isTouched, setIsTouched] = useState(false);
  return (
    <FormDialog
      isOpen
      title={t('dailyRecords.mushafOf', { student: studentName })}
      isDirty={isTouched}
      onClose={onClose}
    >
      <Choice {...choice} onTouch={() => setIsTouched(true)} onClose={onClose} />
    </FormDialog>
  );
}

function Choice({
  content,
  lastRange,
  onApply,
  onTouch,
  onClose,
}: Omit<MushafDialogProps, 'studentName'> & { onTouch: () => void }) {
  const fields = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState(() => parseRange(content));
  useEffect(() => fields.current?.querySelector<HTMLElement>('input')?.focus(), []);
  const apply = () => {
    const { recordContent, pagesCount } = fieldsOfRange(range);
    onApply(recordContent, pagesCount);
  };
  return (
    <>
      <DialogContent>
        <Box ref={fields} sx={{ pt: 1 }}>
          <MushafRange
            value={range}
            start={lastRange ? nextAfter(lastRange) : null}
            onChange={(chosen) => {
              setRange(chosen);
              onTouch();
            }}
          />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button variant="contained" disabled={range === null} onClick={apply}>
          {t('dailyRecords.apply')}
        </Button>
      </DialogActions>
    </>
  );
}

/**
 * Chooses a range of the mushaf, and tells what it fills in the daily record:
 *
 *     <MushafRange value={parseRange(row.recordContent)} start={previous && nextAfter(previous)}
 *       onChange={(range, { recordContent, pagesCount }) => …} />
 */
export function MushafRange(props: MushafRangeProps) {
  const choice = useMushafRange(props);
  const end = useRef<HTMLInputElement>(null);
  const { fields, reading } = choice;
  return (
    <Stack sx={{ gap: 2, minWidth: 0 }}>
      <MushafMode value={fields.mode} onChange={choice.setMode} />
      <Box sx={fields.mode === 'ayahs' ? rows : columns}>
        <MushafEnd end="from" choice={choice} />
        <MushafEnd end="to" choice={choice} numberRef={end} />
      </Box>
      <MushafShortcuts choice={choice} start={props.start} onStarted={() => end.current?.focus()} />
      <Chosen filled={fieldsOfRange(reading.range)} />
    </Stack>
  );
}

const rows = { display: 'grid', rowGap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' };
const columns = { display: 'grid', gap: 1, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' };

/** The range in words, with its pages; said aloud when it changes. */
function Chosen({ filled: { recordContent, pagesCount } }: { filled: ReturnType<typeof fieldsOfRange> }) {
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
  /** The beginning is filled, the end is to be typed. */
  onStarted: () => void;
}

/** What is chosen most often: on from where the student stopped, to the end of the page or of the surah. */
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
            flushSync(carryOn); // the field that is to be typed in next is open from then on
            onStarted();
          }}
          sx={target}
        />
      )}
      {hasEnds && <End label={t('mushaf.toEndOfPage')} onChoose={endAtPage} />}
      {hasEnds && <End label={t('mushaf.toEndOfSurah')} onChoose={endAtSurah} />}
    </Stack>
  );
}

/** Waits for a beginning. */
const End = ({ label, onChoose }: { label: string; onChoose: (() => void) | null }) => (
  <Chip
    variant="outlined"
    label={label}
    component="button"
    clickable
    onClick={onChoose ?? undefined}
    disabled={onChoose === null}
    sx={target}
  />
);

const target = { minHeight: { xs: sizes.phoneTarget, sm: 36 }, borderRadius: 5 };
