import Card from '@mui/material/Card';
import Table from '@mui/material/Table';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useText } from '../../i18n/useText';
import { moveByKey } from './cellKeys';
import { carryOn } from './carryOn';
import { columns, type Edits, type Entry, isFixedList, type KeyedRecord } from './dailyModel';
import { DailyRow, type RowActions } from './DailyRow';

export interface DailyRowsProps extends RowActions {
  /** Those that the search has found, with their place among all. */
  found: readonly (KeyedRecord & { place: number })[];
  edits: Edits;
  entry: Entry;
  date: string;
  /** The card that is open, on a phone. */
  openKey: string | null;
  onOpen: (key: string | null) => void;
}

const widths = {
  recordContent: 'auto',
  pagesCount: 96,
  performanceLevel: 118,
  mistakesCount: 74,
  teacherNotes: '18%',
};

/** A line of fields for each student. */
export function DailyTable({ found, edits, entry, date, onType, onFill, onMushaf }: DailyRowsProps) {
  const t = useText();
  const canCarryOn = found.some(({ record }) => carryOn(record, entry) !== null);
  return (
    <>
      <Typography variant="caption" color="text.secondary" component="p" sx={keysLook}>
        {t('dailyRecords.keys')} {!isFixedList(entry) && t('dailyRecords.keysMushaf')}{' '}
        {canCarryOn && t('dailyRecords.keysCarryOn')}
      </Typography>
      <Card sx={{ overflowX: { xs: 'auto', lg: 'clip' } }}>
        <Table size="small" stickyHeader aria-label={t('dailyRecords.list')} onKeyDown={moveByKey} sx={look}>
          <TableHead>
            <TableRow>
              <TableCell sx={{ width: 36 }}>{t('ui.index')}</TableCell>
              <TableCell sx={{ width: '17%' }}>{t('dailyRecords.studentName')}</TableCell>
              {columns.map((column) => (
                <TableCell key={column} sx={{ width: widths[column] }}>
                  {t(`dailyRecords.columns.${column}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          {found.map(({ key, place, record }) => (
            <DailyRow
              key={key}
              rowKey={key}
              place={place}
              record={record}
              edit={edits[key]}
              entry={entry}
              date={date}
              onType={onType}
              onFill={onFill}
              onMushaf={onMushaf}
            />
          ))}
        </Table>
      </Card>
    </>
  );
}

// Who types on glass has no such keys.
const keysLook = { '@media (pointer: coarse)': { display: 'none' } };

const look = {
  tableLayout: 'fixed',
  minWidth: 700,
  '& th, & td': { px: 0.75 },
  '& td': { pt: 1, pb: 0.5, verticalAlign: 'top' },
  '& td.second': { pt: 0, pb: 1 },
  '& .number, & .name': { pt: 1.75, verticalAlign: 'top' },
  '& .number': { textAlign: 'center', color: 'text.secondary' },
  '& .name': { fontWeight: 600, overflowWrap: 'anywhere' },
} as const;
