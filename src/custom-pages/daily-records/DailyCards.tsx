import Expand from '@mui/icons-material/ExpandMore';
import MenuBook from '@mui/icons-material/MenuBookOutlined';
import { Box, Button, Card, CardActionArea, Chip, Stack, Typography } from '@mui/material';
import { memo, useEffect, useId, useRef } from 'react';
import type { DailyRecord } from '../../../contract/dailyRecords';
import { FaultCounters } from '../../features/hearing/FaultCounters';
import { parseFaults, formatFaults } from '../../features/hearing/hearing';
import { useStudentText } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { useFirstRows } from '../../ui/list/useFirstRows';
import { IconAction } from '../../ui/page/IconAction';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import type { DailyRowProps, DailyRowsProps } from './DailyTable';
import { proposePortion, ProposalChip, PreviousRecord } from './PreviousRecord';
import {
  countMistakes,
  countPages,
  type Column,
  contentRanges,
  hasKinds,
  isFixedList,
  isRecorded,
  type Row,
  buildRow,
} from './dailyModel';
import { RecitationsChip, OtherKindChips } from './Kinds';
import {
  focusCell,
  LevelButtons,
  NumberCell,
  PortionCell,
  ResultButtons,
  type RowFieldsProps,
  TextCell,
} from './RowFields';

export function DailyCards({ rows, edits, settings, date, openKey, onOpen, ...actions }: DailyRowsProps) {
  const text = useStudentText();
  const visibleRows = useFirstRows(rows);
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

interface DailyCardProps extends DailyRowProps {
  isOpen: boolean;
  nextKey: string | null;
  onOpen: (key: string | null) => void;
}

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
        {isOpen && <CardFields {...props} row={row} />}
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

function CardFields(props: DailyCardProps & { row: Row }) {
  const text = useStudentText();
  const { rowKey, record, otherKinds, settings, row, date, nextKey } = props;
  const { onType, onFill, onOpenMushaf, onOpen, onSelectKind, onOpenRecitations } = props;
  const fieldsTop = useRef<HTMLDivElement>(null);
  const { studentName, previous } = record;
  useEffect(() => {
    focusCell(fieldsTop.current, 'recordContent');
    fieldsTop.current?.closest('[data-row]')?.scrollIntoView?.({ block: 'start' });
  }, []);
  const proposal = row.texts.recordContent.trim() === '' ? proposePortion(record, settings) : null;
  const fields = {
    studentName,
    row,
    settings,
    isPhone: true,
    isLocked: record.count > 1 && row.changed.length === 0,
    onType: (column: Column, typed: string) => onType(rowKey, record, column, typed),
  };
  return (
    <Stack ref={fieldsTop} sx={{ gap: 0.75, px: 1.5, pb: 1, pt: 0.5 }}>
      <Box
        sx={{
          display: 'flex',
          gap: 0.75,
          overflowX: 'auto',
          '& > *': { flexShrink: 0 },
          '&:empty': { display: 'none' },
        }}
      >
        <RecitationsChip
          record={record}
          isRecorded={isRecorded(record, settings)}
          onOpen={() => onOpenRecitations(rowKey)}
        />
        <OtherKindChips otherKinds={otherKinds} onSelectKind={(kind) => onSelectKind(kind, rowKey)} />
      </Box>
      {previous && <PreviousRecord previous={previous} date={date} />}
      {proposal && (
        <ProposalChip
          proposal={proposal}
          studentName={studentName}
          isPhone
          onAccept={() => onFill(rowKey, record, proposal.recordContent, proposal.pages)}
        />
      )}
      <ContentFields fields={fields} record={record} onOpenMushaf={() => onOpenMushaf(rowKey)} />
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', '& > .MuiTextField-root': { flex: 1 } }}>
        <TextCell {...fields} column="teacherNotes" />
        <Button variant="outlined" onClick={() => onOpen(nextKey)} sx={{ flexShrink: 0 }}>
          {text(nextKey === null ? 'dailyRecords.done' : 'teaching.nextStudent')}
        </Button>
      </Box>
    </Stack>
  );
}

interface ContentFieldsProps {
  fields: Required<RowFieldsProps>;
  record: Pick<DailyRecord, 'kind'>;
  onOpenMushaf: () => void;
}

export function ContentFields({ fields, record, onOpenMushaf }: ContentFieldsProps) {
  const { row, settings, isLocked } = fields;
  const mushafButton = !isLocked && (
    <IconAction title={t('dailyRecords.mushaf')} onClick={onOpenMushaf}>
      <MenuBook />
    </IconAction>
  );
  return (
    <>
      {isFixedList(settings) ? (
        <PortionCell {...fields} end={mushafButton} />
      ) : (
        <TextCell {...fields} column="recordContent" end={mushafButton} />
      )}
      <LevelButtons {...fields} />
      <Box
        sx={{ display: 'grid', gap: 1, gridTemplateColumns: `1fr 1fr${hasKinds(record) ? ' 1.6fr' : ''}` }}
      >
        <NumberCell {...fields} column="pagesCount" />
        <NumberCell {...fields} column="mistakesCount" isLocked={isLocked || row.texts.faults !== ''} />
        {hasKinds(record) && <ResultButtons {...fields} />}
      </Box>
      {hasKinds(record) && !isLocked && (
        <FaultCounters
          kinds={settings.assessmentRules?.kinds ?? []}
          faults={parseFaults(row.texts.faults)}
          ranges={contentRanges(row.texts.recordContent, settings)}
          onChange={(faults) => fields.onType('faults', formatFaults(faults))}
        />
      )}
    </>
  );
}
