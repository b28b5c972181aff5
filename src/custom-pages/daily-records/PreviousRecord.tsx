import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import type { EarlierRecord } from '../../../contract/dailyRecords';
import { gregorianDate, hijriDate } from '../../../contract/rules/hijri';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import { dayBefore } from './carryOn';

/** What the student did the last time, in one quiet line; the notes open below it. */
export function PreviousRecord({ previous, date }: { previous: EarlierRecord; date: string }) {
  const t = useText();
  const notesId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { recordDate, recordContent, pagesCount, performanceLevel, mistakesCount, teacherNotes } = previous;
  const when =
    recordDate === dayBefore(date)
      ? t('dailyRecords.yesterday')
      : `${hijriDate(recordDate)} (${t('ui.gregorian', { date: gregorianDate(recordDate) })})`;
  const facts = [
    pagesCount == null ? null : figure(t('dailyRecords.pages'), pagesCount),
    performanceLevel,
    mistakesCount == null ? null : figure(t('dailyRecords.mistakes'), mistakesCount),
  ].filter((fact) => Boolean(fact));
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="div" variant="caption" color="text.secondary">
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
      </Typography>
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
