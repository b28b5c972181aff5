import Expand from '@mui/icons-material/ExpandMore';
import { Box, Card, CardActionArea, Chip, Skeleton, Stack, Typography } from '@mui/material';
import { memo, useEffect, useId } from 'react';
import { useStudentText } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { useFirstRows } from '../../ui/list/useFirstRows';
import { Isolated } from '../../ui/page/Isolated';
import { LazyBoundary } from '../../ui/page/LazyBoundary';
import { lazyComponent } from '../../ui/page/lazyComponent';
import { SecondaryText } from '../../ui/page/SecondaryText';
import type { DailyCardProps } from './CardFields';
import type { DailyRowsProps } from './DailyTable';
import { countMistakes, countPages, type Row, buildRow } from './dailyModel';

export function DailyCards({ rows, edits, settings, date, openKey, onOpen, ...actions }: DailyRowsProps) {
  const text = useStudentText();
  const visibleRows = useFirstRows(rows);
  useEffect(() => {
    // Loads the code early, because the network may fail before a card opens.
    void CardFields.preload();
  }, []);
  return (
    <Stack
      component="ul"
      aria-label={text('dailyRecords.list')}
      spacing={1}
      sx={{ m: 0, p: 0, listStyle: 'none' }}
    >
      {visibleRows.map(({ key, ...row }, index) => (
        <DailyCard
          key={key}
          rowKey={key}
          {...row}
          edit={edits[key]}
          settings={settings}
          date={date}
          isOpen={key === openKey}
          nextKey={rows[index + 1]?.key ?? null}
          onOpen={onOpen}
          {...actions}
        />
      ))}
    </Stack>
  );
}

const CardFields = lazyComponent(() => import('./CardFields'));

const DailyCard = memo(function DailyCard(props: DailyCardProps) {
  const { rowKey, rowNumber, record, edit, settings, isOpen, onOpen } = props;
  const fieldsId = useId();
  const row = buildRow(record, edit, settings);
  const hasProblems = Object.keys(row.problems).length > 0;
  return (
    <Card component="li" data-row={rowKey} sx={isOpen ? { borderColor: 'primary.main' } : {}}>
      <CardActionArea
        aria-expanded={isOpen}
        aria-controls={fieldsId}
        onClick={() => onOpen(isOpen ? null : rowKey)}
        sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 48, px: 1.5, py: 0.5 }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
              <Isolated>{rowNumber}</Isolated>.
            </Box>{' '}
            {record.studentName}
          </Typography>
          {!isOpen && <Summary row={row} />}
        </Box>
        {row.changed.length > 0 && (
          <Chip
            size="small"
            color={hasProblems ? 'error' : 'warning'}
            variant="outlined"
            label={t(hasProblems ? 'dailyRecords.wrong' : 'dailyRecords.unsaved')}
          />
        )}
        <Expand aria-hidden sx={{ color: 'text.secondary', transform: isOpen ? 'rotate(180deg)' : 'none' }} />
      </CardActionArea>
      <Box id={fieldsId} hidden={!isOpen}>
        {isOpen && (
          <LazyBoundary fallback={<Skeleton variant="rounded" height={300} />}>
            <CardFields {...props} row={row} />
          </LazyBoundary>
        )}
      </Box>
    </Card>
  );
});

function Summary({ row: { texts } }: { row: Row }) {
  const facts = [
    texts.recordContent,
    texts.pagesCount && countPages(texts.pagesCount),
    texts.performanceLevel,
    texts.mistakesCount && countMistakes(texts.mistakesCount),
  ].filter((fact) => fact !== '');
  return (
    <SecondaryText sx={{ overflowWrap: 'anywhere' }}>
      {facts.length === 0 ? t('dailyRecords.nothingYet') : facts.join(' · ')}
    </SecondaryText>
  );
}
