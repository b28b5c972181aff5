import Redo from '@mui/icons-material/PlaylistAdd';
import { Box, Button, Chip, Typography } from '@mui/material';
import { useId, useState } from 'react';
import type { DailyRecord, EarlierRecord } from '../../../contract/dailyRecords';
import { gregorianDate, hijriDate, hijriDateWithoutYear } from '../../../contract/rules/hijri';
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
import { formatRanges } from '../../features/hearing/hearing';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { countMistakes, countPages, type EntrySettings, isFixedList, isPortion } from './dailyModel';
import { focusCell } from './RowFields';

/** The content, the day, and further facts of the last lesson. */
function describePrevious(previous: EarlierRecord, date: string) {
  const { recordDate, pagesCount, performanceLevel, mistakesCount } = previous;
  return {
    content: previous.recordContent || formatRanges(parseAyahRanges(previous.ranges ?? [])),
    isYesterday: recordDate === previousDay(date),
    facts: [
      pagesCount == null ? null : countPages(pagesCount),
      previous.result === 'repeat' ? recordResultNames.repeat : null,
      performanceLevel,
      mistakesCount == null ? null : countMistakes(mistakesCount),
    ].filter((fact) => fact !== null && fact !== ''),
  };
}

/** One line of text. A fact that does not fit is hidden as a whole. */
export function PreviousLine({ previous, date }: { previous: EarlierRecord; date: string }) {
  const { content, isYesterday, facts } = describePrevious(previous, date);
  const { recordDate, teacherNotes } = previous;
  const day = isYesterday ? t('dailyRecords.yesterday') : hijriDateWithoutYear(recordDate);
  const furtherFacts = [...facts, ...(teacherNotes ? [teacherNotes] : [])];
  const wholeDay = `${hijriDate(recordDate)} (${t('ui.gregorian', { date: gregorianDate(recordDate) })})`;
  const tip = [t('dailyRecords.previous', { when: wholeDay }), content, ...furtherFacts];
  return (
    <SecondaryText variant="caption" title={tip.join(' ')} sx={previousLineStyle}>
      {[content, day, ...furtherFacts]
        .filter((fact) => fact !== '')
        .map((fact, index) => (
          <span key={index}>
            {index > 0 && ' · '}
            <bdi>{fact}</bdi>
          </span>
        ))}
    </SecondaryText>
  );
}

const previousLineStyle = {
  display: 'flex',
  // A fact that does not fit wraps below the visible line.
  flexWrap: 'wrap',
  flex: 1,
  minWidth: 0,
  height: 18,
  lineHeight: '18px',
  overflow: 'hidden',
  '& > span': { maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'pre' },
  '& > :first-of-type': { fontWeight: 600 },
} as const;

export function PreviousRecord({ previous, date }: { previous: EarlierRecord; date: string }) {
  const notesId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { recordDate, teacherNotes } = previous;
  const { content: recordContent, isYesterday, facts } = describePrevious(previous, date);
  const dateText = isYesterday
    ? t('dailyRecords.yesterday')
    : `${hijriDate(recordDate)} (${t('ui.gregorian', { date: gregorianDate(recordDate) })})`;
  return (
    <Box sx={{ minWidth: 0 }}>
      <SecondaryText component="div" variant="caption">
        <bdi>{t('dailyRecords.previous', { when: dateText })}</bdi>{' '}
        {recordContent && (
          <Box component="bdi" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {recordContent}
          </Box>
        )}
        {facts.map((fact, index) => (
          <span key={index}>
            {index > 0 || recordContent ? ' · ' : ''}
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

interface ProposalChipProps {
  proposal: Proposal;
  studentName: string;
  isPhone: boolean;
  onAccept: () => void;
}

/** Fills in the next portion and focuses the level. In the table, Alt+Enter does the same. */
export function ProposalChip({ proposal, studentName, isPhone, onAccept }: ProposalChipProps) {
  const label = t('dailyRecords.carryOn', { portion: proposal.recordContent });
  return (
    <Chip
      component="button"
      clickable
      data-action="carryOn"
      color="primary"
      variant="outlined"
      icon={<Redo aria-hidden />}
      label={isPhone ? label : proposal.recordContent}
      title={label}
      aria-label={t('teaching.cellOf', { column: label, student: studentName })}
      tabIndex={isPhone ? 0 : -1}
      onClick={({ currentTarget }) => {
        // The chip disappears with the fill, so the focus moves to the level.
        focusCell(currentTarget, 'performanceLevel');
        onAccept();
      }}
      size={isPhone ? 'medium' : 'small'}
      sx={{
        minHeight: { xs: sizes.phoneTarget, sm: 28 },
        height: 'auto',
        borderRadius: 5,
        maxWidth: '100%',
        ...(isPhone && {
          '& .MuiChip-label': {
            whiteSpace: 'normal',
            overflowWrap: 'anywhere',
            textAlign: 'start',
            py: 0.25,
          },
        }),
      }}
    />
  );
}

interface Proposal {
  recordContent: string;
  pages: number | null;
}

/**
 * Returns the next item of the subject's list, or the next range with the same number of pages. Null if there
 * is no last range, if the mushaf ends, or if the list has the last item twice.
 */
export function proposePortion(
  { lastRange, previous }: Partial<DailyRecord>,
  settings: EntrySettings,
): Proposal | null {
  if (isFixedList(settings)) {
    const next = findNextItem(settings.curriculum_items, previous?.recordContent ?? null);
    if (next !== null) return { recordContent: next, pages: settings.default_pages };
    if (isPortion(previous?.recordContent ?? '', settings)) return null;
  }
  const range = lastRange ? nextRange(lastRange) : null;
  return range && { recordContent: describeRange(range), pages: pagesOfRange(range) };
}

function findNextItem(items: readonly string[], lastItem: string | null): string | null {
  const index = lastItem === null ? -1 : items.indexOf(lastItem);
  return index === -1 || items.lastIndexOf(lastItem ?? '') !== index ? null : (items[index + 1] ?? null);
}

/** Returns null at the end of the mushaf. */
export function nextRange(range: MushafRange): MushafRange | null {
  const from = nextAyah(range);
  if (from === null) return null;
  const first = ayahNumber(from);
  const targetEnd = pagesBefore(first) + pagesOfRange(range);
  const page = Math.min(pageCount, Math.max(1, Math.ceil(targetEnd)));
  const { start, length } = findPageAyahs(page);
  const targetAyah = start + Math.round((targetEnd - (page - 1)) * length) - 1;
  const to = ayahFromNumber(Math.min(totalAyahs, Math.max(first, targetAyah)));
  return to && { from, to };
}

/** Counts the ayah's own page as a fraction. */
function pagesBefore(number: number): number {
  const position = ayahFromNumber(number);
  const page = position ? pageOf(position) : pageCount;
  const { start, length } = findPageAyahs(page);
  return page - 1 + (number - start) / length;
}

function findPageAyahs(page: number): { start: number; length: number } {
  const range = rangeOfPages(page);
  if (!range) return { start: 1, length: 1 };
  const start = ayahNumber(range.from);
  return { start, length: ayahNumber(range.to) - start + 1 };
}

/** @param date `YYYY-MM-DD` */
export function previousDay(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}
