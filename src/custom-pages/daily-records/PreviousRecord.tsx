import Redo from '@mui/icons-material/PlaylistAdd';
import { Box, Button, Chip, Typography } from '@mui/material';
import { useId, useState } from 'react';
import type { DailyRecord, EarlierRecord } from '../../../contract/dailyRecords';
import { gregorianDate, hijriDate } from '../../../contract/rules/hijri';
import {
  totalAyahs,
  ayahFromNumber,
  ayahNumber,
  type MushafRange,
  nextAyah,
  pageCount,
  pageOf,
  pagesOfRange,
  rangeOfPages,
  parseAyahRanges,
} from '../../../contract/rules/mushaf';
import { describeRange } from '../../../contract/rules/mushafText';
import { recordResultNames } from '../../../contract/vocabulary';
import { rangesText } from '../../features/hearing/hearing';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { type Entry, isFixedList, isPortion } from './dailyModel';
import { focusCell } from './RowFields';

/** The last record of the student in one line; its notes can be opened below. */
export function PreviousRecord({ previous, date }: { previous: EarlierRecord; date: string }) {
  const notesId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { recordDate, pagesCount, performanceLevel, mistakesCount, teacherNotes } = previous;
  const recordContent = previous.recordContent || rangesText(parseAyahRanges(previous.ranges ?? []));
  const when =
    recordDate === dayBefore(date)
      ? t('dailyRecords.yesterday')
      : `${hijriDate(recordDate)} (${t('ui.gregorian', { date: gregorianDate(recordDate) })})`;
  const facts = [
    pagesCount == null ? null : figure(t('dailyRecords.pages'), pagesCount),
    previous.result === 'repeat' ? recordResultNames.repeat : null,
    performanceLevel,
    mistakesCount == null ? null : figure(t('dailyRecords.mistakes'), mistakesCount),
  ].filter((fact) => Boolean(fact));
  return (
    <Box sx={{ minWidth: 0 }}>
      <SecondaryText component="div" variant="caption">
        <bdi>{t('dailyRecords.previous', { when })}</bdi>{' '}
        {recordContent && (
          <Box component="bdi" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {recordContent}
          </Box>
        )}
        {facts.map((fact, place) => (
          <span key={place}>
            {place > 0 || recordContent ? ' · ' : ''}
            {fact}
          </span>
        ))}
        {teacherNotes && (
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-controls={notesId}
            onClick={() => setIsOpen(!isOpen)}
            sx={{
              marginInlineStart: 0.5,
              px: 0.5,
              py: 0,
              minHeight: { sm: 24 },
              fontSize: 'inherit',
              verticalAlign: 'baseline',
            }}
          >
            {t('dailyRecords.previousNotes')}
          </Button>
        )}
      </SecondaryText>
      {teacherNotes && (
        <Typography
          id={notesId}
          hidden={!isOpen}
          variant="caption"
          sx={{ display: isOpen ? 'block' : 'none', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        >
          {teacherNotes}
        </Typography>
      )}
    </Box>
  );
}

const figure = (name: string, value: number) => (
  <>
    {name} <Isolated>{value}</Isolated>
  </>
);

interface CarryOnChipProps {
  proposal: Proposal;
  studentName: string;
  isPhone: boolean;
  onTake: () => void;
}

/** Fills in the next portion and moves to the level. In the table its key is Alt+Enter. */
export function CarryOnChip({ proposal, studentName, isPhone, onTake }: CarryOnChipProps) {
  const label = t('dailyRecords.carryOn', { portion: proposal.recordContent });
  return (
    <Chip
      component="button"
      clickable
      data-action="carryOn"
      color="primary"
      variant="outlined"
      icon={<Redo aria-hidden />}
      label={label}
      aria-label={t('teaching.cellOf', { column: label, student: studentName })}
      tabIndex={isPhone ? 0 : -1}
      onClick={({ currentTarget }) => {
        // The chip disappears when the row is filled, and would take the focus with it.
        focusCell(currentTarget, 'performanceLevel');
        onTake();
      }}
      size={isPhone ? 'medium' : 'small'}
      sx={{
        minHeight: { xs: sizes.phoneTarget, sm: 28 },
        // A long portion wraps to a second line, so the chip must grow.
        height: 'auto',
        borderRadius: 5,
        maxWidth: '100%',
        '& .MuiChip-label': { whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'start', py: 0.25 },
      }}
    />
  );
}

interface Proposal {
  recordContent: string;
  pages: number | null;
}

/**
 * Proposes the next portion: the portion of the list after the last one, or as many pages of the mushaf as the last time
 * if that was no portion. Null if the server sends no last range, at the end of the mushaf, and if the last portion is in the list twice
 * or not at all.
 */
export function carryOn({ lastRange, previous }: Partial<DailyRecord>, entry: Entry): Proposal | null {
  if (isFixedList(entry)) {
    const next = itemAfter(entry.curriculum_items, previous?.recordContent ?? null);
    if (next !== null) return { recordContent: next, pages: entry.default_pages };
    if (isPortion(previous?.recordContent ?? '', entry)) return null;
  }
  const range = lastRange ? rangeAfter(lastRange) : null;
  return range && { recordContent: describeRange(range), pages: pagesOfRange(range) };
}

function itemAfter(items: readonly string[], last: string | null): string | null {
  const place = last === null ? -1 : items.indexOf(last);
  return place === -1 || items.lastIndexOf(last ?? '') !== place ? null : (items[place + 1] ?? null);
}

/** The range after another one, with the same number of pages; null at the end of the mushaf. */
export function rangeAfter(range: MushafRange): MushafRange | null {
  const from = nextAyah(range);
  if (from === null) return null;
  const first = ayahNumber(from);
  const target = placeBefore(first) + pagesOfRange(range);
  const page = Math.min(pageCount, Math.max(1, Math.ceil(target)));
  const { start, length } = pageAt(page);
  const wanted = start + Math.round((target - (page - 1)) * length) - 1;
  const to = ayahFromNumber(Math.min(totalAyahs, Math.max(first, wanted)));
  return to && { from, to };
}

/** The number of pages before an ayah, with fractions. */
function placeBefore(number: number): number {
  const position = ayahFromNumber(number);
  const page = position ? pageOf(position) : pageCount;
  const { start, length } = pageAt(page);
  return page - 1 + (number - start) / length;
}

/** The number of the first ayah of a page, and how many ayahs it has. */
function pageAt(page: number): { start: number; length: number } {
  const whole = rangeOfPages(page);
  if (!whole) return { start: 1, length: 1 };
  const start = ayahNumber(whole.from);
  return { start, length: ayahNumber(whole.to) - start + 1 };
}

/** The day before a day, both `YYYY-MM-DD`. */
export function dayBefore(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}
