import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import { Box, Button, Card, Chip, Stack, TextField } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FaultKind } from '../../../contract/dailyRecords';
import { cleanName } from '../../../contract/rules/arabicText';
import { parseMark } from '../../../contract/rules/grading';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useApi } from '../../dataProvider/useApi';
import { hearingSettings as say } from '../../i18n/ar/hearingSettings';
import { t } from '../../i18n/text';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { FormSection } from '../../ui/form/RecordForm';
import { ClashDialog } from '../../ui/form/StaleDialog';
import { IconAction } from '../../ui/page/IconAction';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState, Waiting } from '../../ui/page/States';
import { detailSentence } from '../../ui/page/sentenceOf';

/** The kinds of fault that the institute counts in a recitation, and the weight of each. */
export function FaultKinds() {
  const { faultKinds } = useApi();
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch } = useQuery({ queryKey: ['faultKinds'], queryFn: faultKinds });
  if (error && !data)
    return <ErrorState title={say.faultKindsFailed} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Card sx={{ p: { xs: 2, sm: 3 } }}>
      <FormSection title={say.faultKinds} text={say.faultKindsText}>
        <Stack sx={{ gridColumn: '1 / -1', gap: 1.5, alignItems: 'flex-start' }}>
          <Box component="ul" sx={chips}>
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
            {say.editFaultKinds}
          </Button>
        </Stack>
      </FormSection>
      {isOpen && <FaultKindsDialog stored={data} onClose={() => setIsOpen(false)} />}
    </Card>
  );
}

const chips = { m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 1 };

/** A kind as it is typed; a new one has no version. */
interface KindRow extends Pick<FaultKind, 'key' | 'name' | 'is_used'> {
  weight: string;
  version?: number;
}

const maxKinds = 20;
const maxWeight = 10;
const weightStep = 0.25;

/** The weight that was typed; null if it is not a valid weight. */
function weightIn(typed: string): number | null {
  const weight = parseMark(typed);
  const isFit =
    weight !== null && weight >= 0 && weight <= maxWeight && Number.isInteger(weight / weightStep);
  return isFit ? weight : null;
}

const isFit = ({ name, weight }: KindRow) => cleanName(name) !== '' && weightIn(weight) !== null;

/** A key that no kind of the list has. */
function newKey(kinds: readonly KindRow[]): string {
  const taken = new Set(kinds.map(({ key }) => key));
  const own = Array.from({ length: maxKinds + 1 }, (_, place) => `own${place + 1}`);
  return own.find((key) => !taken.has(key)) ?? 'own';
}

interface StoredRow extends KindRow {
  version: number;
}
const rowsOf = (stored: readonly FaultKind[]): StoredRow[] =>
  stored.map((kind) => ({ ...kind, weight: String(kind.weight) }));

/** A field of a kind that two people have changed differently, or a kind that one has changed and the other removed. */
interface KindClash {
  key: string;
  field: 'name' | 'weight' | 'kind';
  mine: string;
  theirs: string;
}

/** How a clash names a kind that somebody has removed. */
const removed = say.removedFaultKind;
const nameOf = ({ name, weight }: KindRow) => `${name} ${weight}`;
const isSame = (one: KindRow, other: KindRow) => one.name === other.name && one.weight === other.weight;

/**
 * What is typed here over what somebody else has saved meanwhile: their new kinds are kept, and what only they have
 * changed or removed follows them. Kinds that clash are all in the list, until the person has chosen.
 */
function mergeKinds(begun: readonly KindRow[], mine: readonly KindRow[], theirs: readonly KindRow[]) {
  const clashes: KindClash[] = [];
  const known = (list: readonly KindRow[], key: string) => list.find((kind) => kind.key === key);
  const merged = mine.flatMap((kind): KindRow[] => {
    const before = known(begun, kind.key);
    const now = known(theirs, kind.key);
    if (!before) return [now ? { ...kind, key: newKey([...mine, ...theirs]) } : kind];
    const { version: _, ...unsaved } = kind;
    if (!now && isSame(kind, before)) return [];
    if (!now) {
      clashes.push({ key: kind.key, field: 'kind', mine: nameOf(kind), theirs: removed });
      return [unsaved];
    }
    const valueOf = (field: 'name' | 'weight') => {
      if (kind[field] === before[field]) return now[field];
      if (now[field] !== before[field] && now[field] !== kind[field])
        clashes.push({ key: kind.key, field, mine: kind[field], theirs: now[field] });
      return kind[field];
    };
    return [{ ...now, name: valueOf('name'), weight: valueOf('weight') }];
  });
  const added = theirs.filter(({ key }) => !known(begun, key));
  const changed = theirs.filter((kind) => {
    const before = known(begun, kind.key);
    return before && !known(mine, kind.key) && !isSame(kind, before);
  });
  for (const kind of changed)
    clashes.push({ key: kind.key, field: 'kind', mine: removed, theirs: nameOf(kind) });
  return { merged: [...merged, ...added, ...changed], clashes };
}

/** The merged list after the choice. @param theirs the clashes in which the value of the other person is kept */
function settleKinds(
  kinds: readonly KindRow[],
  clashes: readonly KindClash[],
  theirs: readonly KindClash[],
): KindRow[] {
  const isGone = ({ key }: KindRow) =>
    clashes.some(
      (clash) => clash.key === key && removed === clash[theirs.includes(clash) ? 'theirs' : 'mine'],
    );
  return kinds
    .filter((kind) => !isGone(kind))
    .map((kind) => {
      const kept = theirs.filter(({ key, field }) => key === kind.key && field !== 'kind');
      return { ...kind, ...Object.fromEntries(kept.map((one) => [one.field, one.theirs])) };
    });
}

/** The list as it is typed, saved as a whole; where two people have changed one field, the person chooses. */
function useKindsSave(stored: readonly FaultKind[], onClose: () => void) {
  const { saveFaultKinds, faultKinds } = useApi();
  const { notifyDone } = useNotices();
  const [begun, setBegun] = useState<readonly StoredRow[]>(() => rowsOf(stored));
  const [kinds, setKinds] = useState<readonly KindRow[]>(begun);
  const [clashes, setClashes] = useState<readonly KindClash[]>([]);
  /** @returns the answer; null if the person has to choose first */
  const send = async (wanted: readonly KindRow[], over: readonly StoredRow[]): Promise<object | null> => {
    const rows = wanted.map(({ is_used: _, name, weight, ...kind }) => ({
      ...kind,
      name: cleanName(name),
      weight: weightIn(weight) ?? 1,
    }));
    try {
      return await saveFaultKinds(rows, over);
    } catch (problem) {
      if (!(problem instanceof ApiProblem) || problem.code !== 'STALE') throw problem;
    }
    const theirs = rowsOf(await faultKinds());
    const next = mergeKinds(over, wanted, theirs);
    setBegun(theirs);
    setKinds(next.merged);
    setClashes(next.clashes);
    return next.clashes.length === 0 ? send(next.merged, theirs) : null;
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: (wanted: readonly KindRow[]) => send(wanted, begun),
    onSuccess: (answer) => {
      if (!answer) return;
      onClose();
      notifyDone(say.faultKindsSaved, answer);
    },
  });
  return {
    kinds,
    setKinds,
    isDirty: kinds !== begun,
    isPending,
    error,
    save: () => mutate(kinds),
    clashes,
    settle: (theirs: readonly KindClash[]) => {
      const settled = settleKinds(kinds, clashes, theirs);
      setKinds(settled);
      setClashes([]);
      mutate(settled);
    },
    postpone: () => setClashes([]),
  };
}

/** @param number of the kind in the list, from 1 */
function labelOf(field: KindClash['field'], number: number): string {
  const kind = say.faultKind(number);
  if (field === 'kind') return kind;
  const column = field === 'name' ? say.faultName : say.faultWeight;
  return t('teaching.cellOf', { column, student: kind });
}

/** The whole list, changed in place and saved at once. */
function FaultKindsDialog({ stored, onClose }: { stored: readonly FaultKind[]; onClose: () => void }) {
  const { kinds, setKinds, isDirty, isPending, error, ...saving } = useKindsSave(stored, onClose);
  return (
    <>
      <SubmitDialog
        title={say.faultKinds}
        problem={error && detailSentence(error, say.faultKindsNotSaved)}
        isDirty={isDirty}
        button={t('ui.save')}
        pending={t('ui.saving')}
        isPending={isPending}
        isReady={isDirty && kinds.every(isFit)}
        hasCancel
        maxWidth="sm"
        onSubmit={saving.save}
        onClose={onClose}
      >
        {kinds.map((kind, place) => (
          <KindLine
            key={kind.key}
            place={place}
            kind={kind}
            isOnly={kinds.length === 1}
            onChange={(changed) => setKinds(kinds.with(place, changed))}
            onRemove={() => setKinds(kinds.toSpliced(place, 1))}
          />
        ))}
        <Button
          variant="outlined"
          startIcon={<Add />}
          disabled={kinds.length >= maxKinds}
          sx={{ alignSelf: 'flex-start' }}
          onClick={() => setKinds([...kinds, { key: newKey(kinds), name: '', weight: '1', is_used: false }])}
        >
          {say.addFaultKind}
        </Button>
      </SubmitDialog>
      <ClashDialog
        clashes={saving.clashes}
        fieldOf={({ key, field }) => ({
          name: `${field} ${key}`,
          label: labelOf(field, kinds.findIndex((kind) => kind.key === key) + 1),
        })}
        isSaving={isPending}
        onSettle={saving.settle}
        onClose={saving.postpone}
      />
    </>
  );
}

interface KindLineProps {
  /** From 0. */
  place: number;
  kind: KindRow;
  isOnly: boolean;
  onChange: (kind: KindRow) => void;
  onRemove: () => void;
}

function KindLine({ place, kind, isOnly, onChange, onRemove }: KindLineProps) {
  const title = say.faultKind(place + 1);
  const isWeightWrong = weightIn(kind.weight) === null;
  return (
    <Box role="group" aria-label={title} sx={line}>
      <TextField
        label={say.faultName}
        value={kind.name}
        required
        autoFocus={kind.version === undefined}
        onChange={({ target }) => onChange({ ...kind, name: target.value })}
        slotProps={{ htmlInput: { maxLength: 40, autoComplete: 'off' } }}
      />
      <TextField
        label={say.faultWeight}
        value={kind.weight}
        required
        error={isWeightWrong}
        helperText={isWeightWrong && say.weightWrong}
        onChange={({ target }) => onChange({ ...kind, weight: target.value })}
        slotProps={{
          htmlInput: { inputMode: 'decimal', className: 'figure', maxLength: 6, autoComplete: 'off' },
        }}
      />
      <IconAction
        title={say.removeFaultKind(kind.name || title)}
        disabled={kind.is_used || isOnly}
        onClick={onRemove}
      >
        <Delete />
      </IconAction>
      {kind.is_used && (
        <SecondaryText variant="caption" sx={{ gridColumn: '1 / -1' }}>
          {say.inUse}
        </SecondaryText>
      )}
    </Box>
  );
}

const line = {
  display: 'grid',
  columnGap: 1,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr) 6rem auto',
};
