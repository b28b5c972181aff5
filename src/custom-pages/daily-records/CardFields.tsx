import MenuBook from '@mui/icons-material/MenuBookOutlined';
import { Box, Button, Stack } from '@mui/material';
import { useEffect, useRef } from 'react';
import type { DailyRecord } from '../../../contract/dailyRecords';
import { FaultCounters } from '../../features/hearing/FaultCounters';
import { parseFaults, formatFaults } from '../../features/hearing/hearing';
import { useStudentText } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { IconAction } from '../../ui/page/IconAction';
import type { DailyRowProps } from './DailyTable';
import { proposePortion, ProposalChip, PreviousRecord } from './PreviousRecord';
import { type Column, contentRanges, hasKinds, isFixedList, isRecorded, type Row } from './dailyModel';
import { RecitationsChip, OtherKindChips } from './Kinds';
import { PortionCell } from './PortionCell';
import {
  focusCell,
  LevelButtons,
  NumberCell,
  ResultButtons,
  type RowFieldsProps,
  TextCell,
} from './RowFields';

export interface DailyCardProps extends DailyRowProps {
  isOpen: boolean;
  nextKey: string | null;
  onOpen: (key: string | null) => void;
}

export default function CardFields(props: DailyCardProps & { row: Row }) {
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
