import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import { Box, Button, Card, Chip, Stack, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FaultKind } from '../../../contract/dailyRecords';
import { cleanName } from '../../../contract/rules/arabicText';
import { parseMark } from '../../../contract/rules/grading';
import { useApi } from '../../dataProvider/useApi';
import { hearingSettings as labels } from '../../i18n/ar/hearingSettings';
import { t } from '../../i18n/text';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { FormSection } from '../../ui/form/RecordForm';
import { ClashDialog } from '../../ui/form/StaleDialog';
import { IconAction } from '../../ui/page/IconAction';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState, LoadingState } from '../../ui/page/States';
import { detailMessage } from '../../ui/page/problemMessage';
import { type RowClash, useListSave } from './listSave';

/** The kinds of fault that the institute counts in a recitation, and their weights. */
export function FaultKinds() {
  const { faultKinds } = useApi();
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch } = useQuery({ queryKey: ['faultKinds'], queryFn: faultKinds });
  if (error && !data)
    return <ErrorState title={labels.faultKindsFailed} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="rows" />;
  return (
    <Card sx={{ p: { xs: 2, sm: 3 } }}>
      <FormSection title={labels.faultKinds} text={labels.faultKindsText}>
        <Stack sx={{ gridColumn: '1 / -1', gap: 1.5, alignItems: 'flex-start' }}>
          <Box component="ul" sx={chipsStyle}>
            {data.map(({ key, name, weight }) => (
              <li key={key}>
                <Chip
                  variant="outlined"
                  label={
                    <>
                      {name} <Isolated>{weight}</Isolated>
                    </>
                  }
                />
              </li>
            ))}
          </Box>
          <Button variant="outlined" onClick={() => setIsOpen(true)}>
            {labels.editFaultKinds}
          </Button>
        </Stack>
      </FormSection>
      {isOpen && <FaultKindsDialog stored={data} onClose={() => setIsOpen(false)} />}
    </Card>
  );
}

const chipsStyle = { m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 1 };

/** A fault kind in the form. A new kind has no version. */
interface KindRow extends Pick<FaultKind, 'key' | 'name' | 'is_used'> {
  weight: string;
  version?: number;
}

const maxKinds = 20;
const maxWeight = 10;
const weightStep = 0.25;

/** Returns null for an invalid weight. */
function parseWeight(input: string): number | null {
  const weight = parseMark(input);
  const isValid =
    weight !== null && weight >= 0 && weight <= maxWeight && Number.isInteger(weight / weightStep);
  return isValid ? weight : null;
}

const isValidKind = ({ name, weight }: KindRow) => cleanName(name) !== '' && parseWeight(weight) !== null;

/** Returns a key that no kind of the list has. */
function newKey(kinds: readonly KindRow[]): string {
  const usedKeys = new Set(kinds.map(({ key }) => key));
  const candidates = Array.from({ length: maxKinds + 1 }, (_, index) => `own${index + 1}`);
  return candidates.find((key) => !usedKeys.has(key)) ?? 'own';
}

interface StoredRow extends KindRow {
  version: number;
}
const toBody = ({ is_used: _, name, weight, ...kind }: KindRow) => ({
  ...kind,
  name: cleanName(name),
  weight: parseWeight(weight) ?? 1,
});
const toRows = (stored: readonly FaultKind[]): StoredRow[] =>
  stored.map((kind) => ({ ...kind, weight: String(kind.weight) }));

type KindClash = RowClash<'name' | 'weight'>;

/** @param number counts from 1 */
function fieldLabel(field: KindClash['field'], number: number): string {
  const kind = labels.faultKind(number);
  if (field === 'row') return kind;
  const column = field === 'name' ? labels.faultName : labels.faultWeight;
  return t('teaching.cellOf', { column, student: kind });
}

function FaultKindsDialog({ stored, onClose }: { stored: readonly FaultKind[]; onClose: () => void }) {
  const { saveFaultKinds, faultKinds } = useApi();
  const { notifyDone } = useNotices();
  const {
    rows: kinds,
    setRows: setKinds,
    isDirty,
    isPending,
    error,
    ...saving
  } = useListSave<KindRow, StoredRow, 'name' | 'weight'>({
    stored: toRows(stored),
    fields: ['name', 'weight'],
    describe: ({ name, weight }) => `${name} ${weight}`,
    removedLabel: labels.removedFaultKind,
    newKey,
    toNewRow: ({ version: _, ...row }) => row,
    save: (rows, loaded) => saveFaultKinds(rows.map(toBody), loaded),
    load: async () => toRows(await faultKinds()),
    onSaved: (answer) => {
      onClose();
      notifyDone(labels.faultKindsSaved, answer);
    },
  });
  return (
    <>
      <SubmitDialog
        title={labels.faultKinds}
        problem={error && detailMessage(error, labels.faultKindsNotSaved)}
        isDirty={isDirty}
        submitLabel={t('ui.save')}
        pendingLabel={t('ui.saving')}
        isPending={isPending}
        isReady={isDirty && kinds.every(isValidKind)}
        hasCancel
        maxWidth="sm"
        onSubmit={saving.save}
        onClose={onClose}
      >
        {kinds.map((kind, index) => (
          <KindLine
            key={kind.key}
            index={index}
            kind={kind}
            isOnly={kinds.length === 1}
            onChange={(changed) => setKinds(kinds.with(index, changed))}
            onRemove={() => setKinds(kinds.toSpliced(index, 1))}
          />
        ))}
        <Button
          variant="outlined"
          startIcon={<Add />}
          disabled={kinds.length >= maxKinds}
          sx={{ alignSelf: 'flex-start' }}
          onClick={() => setKinds([...kinds, { key: newKey(kinds), name: '', weight: '1', is_used: false }])}
        >
          {labels.addFaultKind}
        </Button>
      </SubmitDialog>
      <ClashDialog
        clashes={saving.clashes}
        toField={({ key, field }) => ({
          name: `${field} ${key}`,
          label: fieldLabel(field, kinds.findIndex((kind) => kind.key === key) + 1),
        })}
        isSaving={isPending}
        onResolve={saving.resolve}
        onClose={saving.postpone}
      />
    </>
  );
}

interface KindLineProps {
  index: number;
  kind: KindRow;
  isOnly: boolean;
  onChange: (kind: KindRow) => void;
  onRemove: () => void;
}

function KindLine({ index, kind, isOnly, onChange, onRemove }: KindLineProps) {
  const title = labels.faultKind(index + 1);
  const isWeightWrong = parseWeight(kind.weight) === null;
  return (
    <Box role="group" aria-label={title} sx={lineStyle}>
      <TextField
        label={labels.faultName}
        value={kind.name}
        required
        autoFocus={kind.version === undefined}
        onChange={({ target }) => onChange({ ...kind, name: target.value })}
        slotProps={{ htmlInput: { maxLength: 40, autoComplete: 'off' } }}
      />
      <TextField
        label={labels.faultWeight}
        value={kind.weight}
        required
        error={isWeightWrong}
        helperText={isWeightWrong && labels.weightWrong}
        onChange={({ target }) => onChange({ ...kind, weight: target.value })}
        slotProps={{
          htmlInput: { inputMode: 'decimal', className: 'figure', maxLength: 6, autoComplete: 'off' },
        }}
      />
      <IconAction
        title={labels.removeFaultKind(kind.name || title)}
        disabled={kind.is_used || isOnly}
        onClick={onRemove}
      >
        <Delete />
      </IconAction>
      {kind.is_used && (
        <SecondaryText variant="caption" sx={{ gridColumn: '1 / -1' }}>
          {labels.inUse}
        </SecondaryText>
      )}
    </Box>
  );
}

const lineStyle = {
  display: 'grid',
  columnGap: 1,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr) 6rem auto',
};
