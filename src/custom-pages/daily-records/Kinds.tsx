import { Box, Chip, Tab, Tabs } from '@mui/material';
import { useCallback } from 'react';
import type { DailyRecord } from '../../../contract/dailyRecords';
import {
  defaultRecordKind,
  type RecordKind,
  recordKinds,
  recordResultNames,
} from '../../../contract/vocabulary';
import { useKindNames } from '../../features/hearing/hearingSettings';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { Isolated } from '../../ui/page/Isolated';
import { useAddress } from '../../ui/page/useAddress';
import { type Edits, type Entry, isFilled, type KeyedRecord, rowOf } from './dailyModel';

/** The kind whose records are entered; it is in the address, except the first one. */
export function useKind() {
  const [address, change] = useAddress();
  const asked = address.get('kind');
  const kind = recordKinds.find((known) => known === asked) ?? defaultRecordKind;
  const setKind = useCallback(
    (chosen: RecordKind) =>
      change((after) => (chosen === defaultRecordKind ? after.delete('kind') : after.set('kind', chosen))),
    [change],
  );
  return { kind, setKind };
}

/** A server without kinds sends none: its records are of the first kind. */
export const kindOf = ({ record }: Pick<KeyedRecord, 'record'>): RecordKind =>
  record.kind ?? defaultRecordKind;

interface KindTabsProps {
  kind: RecordKind;
  records: readonly KeyedRecord[];
  edits: Edits;
  entry: Entry;
  onChoose: (kind: RecordKind) => void;
}

/** A tab for each kind, with the number of students who have a record in it, saved or not. */
export function KindTabs({ kind, records, edits, entry, onChoose }: KindTabsProps) {
  const names = useKindNames();
  return (
    <Tabs
      value={kind}
      onChange={(_, chosen: RecordKind) => onChoose(chosen)}
      variant="scrollable"
      allowScrollButtonsMobile
      aria-label={t('hearing.kinds')}
      sx={{ borderBottom: 1, borderColor: 'divider' }}
    >
      {recordKinds.map((one) => {
        const ofKind = records.filter((keyed) => kindOf(keyed) === one);
        // What cannot be saved as it stands is not recorded.
        const done = ofKind
          .map(({ key, record }) => rowOf(record, edits[key], entry))
          .filter((row) => isFilled(row) && Object.keys(row.problems).length === 0).length;
        return (
          <Tab
            key={one}
            value={one}
            label={
              <Box component="span" title={t('hearing.recordedOf', { done, of: ofKind.length })}>
                {names[one]}{' '}
                <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
                  <Isolated>{`${done}/${ofKind.length}`}</Isolated>
                </Box>
              </Box>
            }
          />
        );
      })}
    </Tabs>
  );
}

/** The record of a student in another kind on this day. */
interface Heard {
  kind: RecordKind;
  what: string;
  isRepeat: boolean;
}

/**
 * For each student, the records in other kinds, saved or typed. One text for each student, so that a row renders
 * again only if it changes.
 */
export function heardElsewhere(
  records: readonly KeyedRecord[],
  edits: Edits,
  entry: Entry,
  kind: RecordKind,
): (student: string) => string {
  const found = new Map<string, Heard[]>();
  for (const keyed of records) {
    const row = rowOf(keyed.record, edits[keyed.key], entry);
    if (kindOf(keyed) === kind || !isFilled(row)) continue;
    const { recordContent, pagesCount, result } = row.texts;
    const pages = pagesCount && `${t('dailyRecords.pages')} ${pagesCount}`;
    const what = recordContent || pages || t('hearing.recorded');
    const heard = { kind: kindOf(keyed), what, isRepeat: result === 'repeat' };
    found.set(keyed.student, [...(found.get(keyed.student) ?? []), heard]);
  }
  return (student) => JSON.stringify(found.get(student) ?? []);
}

interface HeardChipsProps {
  /** From `heardElsewhere`. */
  heard: string;
  onKind: (kind: RecordKind) => void;
}

/** The other kinds of the day as small chips; each opens its tab. */
export function HeardChips({ heard, onKind }: HeardChipsProps) {
  const names = useKindNames();
  return (JSON.parse(heard) as Heard[]).map(({ kind, what, isRepeat }) => {
    const text = t('hearing.heardToday', { kind: names[kind], what });
    return (
      <Chip
        key={kind}
        component="button"
        type="button"
        clickable
        size="small"
        variant="outlined"
        color={isRepeat ? 'warning' : 'default'}
        label={isRepeat ? `${text} · ${recordResultNames.repeat}` : text}
        title={t('hearing.goTo', { kind: names[kind] })}
        onClick={() => onKind(kind)}
        sx={{ maxWidth: '100%', minHeight: { xs: sizes.phoneTarget, sm: 24 }, borderRadius: 5 }}
      />
    );
  });
}

interface AgainChipProps {
  record: DailyRecord;
  /** Whether something is stored, or waits on this device. */
  isRecorded: boolean;
  onOpen: () => void;
}

/** Each recitation of a student today, and the button for a further one. */
export function AgainChip({ record: { count, studentName }, isRecorded, onOpen }: AgainChipProps) {
  // A server without further recitations has no count.
  if (count === undefined || !isRecorded) return null;
  const label = count > 1 ? t('hearing.several', { smart_count: count }) : t('hearing.again');
  return (
    <Chip
      component="button"
      type="button"
      clickable
      size="small"
      variant="outlined"
      color={count > 1 ? 'primary' : 'default'}
      data-action="again"
      label={label}
      aria-label={t('teaching.cellOf', { column: label, student: studentName })}
      onClick={onOpen}
      sx={{ minHeight: { xs: sizes.phoneTarget, sm: 24 }, borderRadius: 5 }}
    />
  );
}
