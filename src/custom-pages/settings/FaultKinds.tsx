import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import { Box, Button, Card, Chip, Stack, TextField } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FaultKind } from '../../../contract/dailyRecords';
import { cleanText } from '../../../contract/rules/arabicText';
import { markIn } from '../../../contract/rules/grading';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { FormSection } from '../../ui/form/RecordForm';
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
    return (
      <ErrorState
        title={t('hearingSettings.faultKindsFailed')}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Waiting />;
  return (
    <Card sx={{ p: { xs: 2, sm: 3 } }}>
      <FormSection title={t('hearingSettings.faultKinds')} text={t('hearingSettings.faultKindsText')}>
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
            {t('hearingSettings.editFaultKinds')}
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
  const weight = markIn(typed);
  const isFit =
    weight !== null && weight >= 0 && weight <= maxWeight && Number.isInteger(weight / weightStep);
  return isFit ? weight : null;
}

const isFit = ({ name, weight }: KindRow) => cleanText(name) !== '' && weightIn(weight) !== null;

/** A key that no kind of the list has. */
function newKey(kinds: readonly KindRow[]): string {
  const taken = new Set(kinds.map(({ key }) => key));
  const own = Array.from({ length: maxKinds + 1 }, (_, place) => `own${place + 1}`);
  return own.find((key) => !taken.has(key)) ?? 'own';
}

interface FaultKindsDialogProps {
  stored: readonly FaultKind[];
  onClose: () => void;
}

/** The whole list, changed in place and saved at once. */
function FaultKindsDialog({ stored, onClose }: FaultKindsDialogProps) {
  const { saveFaultKinds } = useApi();
  const { notifyDone } = useNotices();
  const [begun] = useState<readonly KindRow[]>(() =>
    stored.map((kind) => ({ ...kind, weight: String(kind.weight) })),
  );
  const [kinds, setKinds] = useState(begun);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      saveFaultKinds(
        kinds.map(({ is_used: _, name, weight, ...kind }) => ({
          ...kind,
          name: cleanText(name),
          weight: weightIn(weight) ?? 1,
        })),
      ),
    onSuccess: () => {
      onClose();
      notifyDone(t('hearingSettings.faultKindsSaved'));
    },
  });
  return (
    <SubmitDialog
      title={t('hearingSettings.faultKinds')}
      problem={error && detailSentence(error, t('hearingSettings.faultKindsNotSaved'))}
      isDirty={kinds !== begun}
      button={t('ui.save')}
      pending={t('ui.saving')}
      isPending={isPending}
      isReady={kinds !== begun && kinds.every(isFit)}
      hasCancel
      maxWidth="sm"
      onSubmit={() => mutate()}
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
        {t('hearingSettings.addFaultKind')}
      </Button>
    </SubmitDialog>
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
  const title = t('hearingSettings.faultKind', { number: place + 1 });
  const isWeightWrong = weightIn(kind.weight) === null;
  return (
    <Box role="group" aria-label={title} sx={line}>
      <TextField
        label={t('hearingSettings.faultName')}
        value={kind.name}
        required
        autoFocus={kind.version === undefined}
        onChange={({ target }) => onChange({ ...kind, name: target.value })}
        slotProps={{ htmlInput: { maxLength: 40, autoComplete: 'off' } }}
      />
      <TextField
        label={t('hearingSettings.faultWeight')}
        value={kind.weight}
        required
        error={isWeightWrong}
        helperText={isWeightWrong && t('hearingSettings.weightWrong')}
        onChange={({ target }) => onChange({ ...kind, weight: target.value })}
        slotProps={{
          htmlInput: { inputMode: 'decimal', className: 'figure', maxLength: 6, autoComplete: 'off' },
        }}
      />
      <IconAction
        title={t('hearingSettings.removeFaultKind', { name: kind.name || title })}
        disabled={kind.is_used || isOnly}
        onClick={onRemove}
      >
        <Delete />
      </IconAction>
      {kind.is_used && (
        <SecondaryText variant="caption" sx={{ gridColumn: '1 / -1' }}>
          {t('hearingSettings.inUse')}
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
