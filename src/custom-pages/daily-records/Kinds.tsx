import Again from '@mui/icons-material/AddCircleOutline';
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
import { IconAction } from '../../ui/page/IconAction';
import { Isolated } from '../../ui/page/Isolated';
import { useAddress } from '../../ui/page/useAddress';
import {
  countPages,
  type Edits,
  type EntrySettings,
  isFilled,
  type KeyedRecord,
  buildRow,
} from './dailyModel';

/** The default kind is not in the address. */
export function useKind() {
  const [address, changeAddress] = useAddress();
  const requestedKind = address.get('kind');
  const kind = recordKinds.find((recordKind) => recordKind === requestedKind) ?? defaultRecordKind;
  const setKind = useCallback(
    (chosen: RecordKind) =>
      changeAddress((params) =>
        chosen === defaultRecordKind ? params.delete('kind') : params.set('kind', chosen),
      ),
    [changeAddress],
  );
  return { kind, setKind };
}

/** A server without kinds sends none, so its records have the default kind. */
export const getKind = ({ record }: Pick<KeyedRecord, 'record'>): RecordKind =>
  record.kind ?? defaultRecordKind;

interface KindTabsProps {
  kind: RecordKind;
  records: readonly KeyedRecord[];
  edits: Edits;
  settings: EntrySettings;
  onChoose: (kind: RecordKind) => void;
}

export function KindTabs({ kind, records, edits, settings, onChoose }: KindTabsProps) {
  const kindNames = useKindNames();
  return (
    <Tabs
      value={kind}
      onChange={(_, chosen: RecordKind) => onChoose(chosen)}
      variant="scrollable"
      allowScrollButtonsMobile
      aria-label={t('hearing.kinds')}
      sx={{ borderBottom: 1, borderColor: 'divider' }}
    >
      {recordKinds.map((tabKind) => {
        const recordsOfKind = records.filter((keyed) => getKind(keyed) === tabKind);
        // An invalid row cannot be saved, so it does not count.
        const recordedCount = recordsOfKind
          .map(({ key, record }) => buildRow(record, edits[key], settings))
          .filter((row) => isFilled(row) && Object.keys(row.problems).length === 0).length;
        return (
          <Tab
            key={tabKind}
            value={tabKind}
            label={
              <Box
                component="span"
                title={t('hearing.recordedOf', { done: recordedCount, of: recordsOfKind.length })}
              >
                {kindNames[tabKind]}{' '}
                <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
                  <Isolated>{`${recordedCount}/${recordsOfKind.length}`}</Isolated>
                </Box>
              </Box>
            }
          />
        );
      })}
    </Tabs>
  );
}

interface OtherKindRecord {
  kind: RecordKind;
  content: string;
  isRepeat: boolean;
}

/**
 * Summarises the other kinds of each student, with unsaved edits. JSON, because memoised rows compare
 * strings.
 */
export function summariseOtherKinds(
  records: readonly KeyedRecord[],
  edits: Edits,
  settings: EntrySettings,
  kind: RecordKind,
): (student: string) => string {
  const recordsByStudent = new Map<string, OtherKindRecord[]>();
  for (const keyed of records) {
    const row = buildRow(keyed.record, edits[keyed.key], settings);
    if (getKind(keyed) === kind || !isFilled(row)) continue;
    const { recordContent, pagesCount, result } = row.texts;
    const pages = pagesCount && countPages(pagesCount);
    const content = recordContent || pages || t('hearing.recorded');
    const otherRecord = { kind: getKind(keyed), content, isRepeat: result === 'repeat' };
    recordsByStudent.set(keyed.student, [...(recordsByStudent.get(keyed.student) ?? []), otherRecord]);
  }
  return (student) => JSON.stringify(recordsByStudent.get(student) ?? []);
}

interface OtherKindChipsProps {
  otherKinds: string;
  /** Shows the last word of the kind, and the content on hover. */
  isShort?: boolean;
  onSelectKind: (kind: RecordKind) => void;
}

export function OtherKindChips({ otherKinds, isShort = false, onSelectKind }: OtherKindChipsProps) {
  const kindNames = useKindNames();
  return (JSON.parse(otherKinds) as OtherKindRecord[]).map(({ kind, content, isRepeat }) => {
    const text = t('hearing.heardToday', { kind: kindNames[kind], what: content });
    const label = isRepeat ? `${text} · ${recordResultNames.repeat}` : text;
    return (
      <Chip
        key={kind}
        component="button"
        type="button"
        clickable
        size="small"
        variant="outlined"
        color={isRepeat ? 'warning' : 'default'}
        label={isShort ? kindNames[kind].split(' ').at(-1) : label}
        aria-label={label}
        title={isShort ? label : t('hearing.goTo', { kind: kindNames[kind] })}
        onClick={() => onSelectKind(kind)}
        sx={{ maxWidth: '100%', minHeight: { xs: sizes.phoneTarget, sm: 24 }, borderRadius: 5 }}
      />
    );
  });
}

interface RecitationsChipProps {
  record: DailyRecord;
  isRecorded: boolean;
  /** Shows an icon until the student has several recitations. */
  isIcon?: boolean;
  onOpen: () => void;
}

export function RecitationsChip({
  record: { count, studentName },
  isRecorded,
  isIcon = false,
  onOpen,
}: RecitationsChipProps) {
  // A server without further recitations sends no count.
  if (count === undefined || !isRecorded) return null;
  const label = count > 1 ? t('hearing.several', { smart_count: count }) : t('hearing.again');
  const name = t('teaching.cellOf', { column: label, student: studentName });
  if (isIcon && count < 2)
    return (
      <IconAction title={label} label={name} size="small" data-action="again" onClick={onOpen}>
        <Again fontSize="small" />
      </IconAction>
    );
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
      aria-label={name}
      onClick={onOpen}
      sx={{ minHeight: { xs: sizes.phoneTarget, sm: 24 }, borderRadius: 5 }}
    />
  );
}
