import { Box, Button, DialogActions, DialogContent, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LinkCandidate } from '../../../contract/students/links';
import { useApi } from '../../dataProvider/useApi';
import { links as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { CheckField } from '../../ui/form/CheckField';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState, LoadingState } from '../../ui/page/States';
import type { Linking } from './useLinking';

/** Limits only the listed pairs; the server links the other pairs too. */
const maxListedPairs = 200;
const noCandidates: readonly LinkCandidate[] = [];

/** The admin checks the exact matches before the server links them in one operation. */
export function MatchDialog({ linking, onClose }: { linking: Linking; onClose: () => void }) {
  const { loadLinkCandidates } = useApi();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['students', 'link-candidates'],
    queryFn: loadLinkCandidates,
    staleTime: 0,
  });
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set());
  const { match } = linking;
  const pairs = data ?? noCandidates;
  const selected = pairs.filter(({ id }) => !excluded.has(id));
  const toggle = (id: number, isSelected: boolean) => {
    const next = new Set(excluded);
    if (isSelected) next.delete(id);
    else next.add(id);
    setExcluded(next);
  };
  const submit = () =>
    match.mutate(
      selected.map(({ id, user_id }) => ({ id, user_id })),
      { onSettled: onClose },
    );
  return (
    <FormDialog isOpen title={labels.match} onClose={onClose}>
      <DialogContent>
        <Typography color="text.secondary" sx={{ mb: 1 }}>
          {labels.matchExplained}
        </Typography>
        {error && <ErrorState title={labels.loadFailed} error={error} onRetry={refetch} />}
        {isPending && <LoadingState shape="rows" />}
        {data && pairs.length === 0 && <Typography role="status">{labels.matchNone}</Typography>}
        {pairs.length > 1 && (
          <CheckField
            checked={selected.length === pairs.length}
            indeterminate={selected.length > 0 && selected.length < pairs.length}
            onChange={(isSelected) =>
              setExcluded(isSelected ? new Set() : new Set(pairs.map(({ id }) => id)))
            }
            label={labels.matchChooseAll}
          />
        )}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {pairs.slice(0, maxListedPairs).map((pair) => (
            <Box component="li" key={pair.id} sx={{ borderTop: 1, borderColor: 'divider' }}>
              <CheckField
                checked={!excluded.has(pair.id)}
                onChange={(isSelected) => toggle(pair.id, isSelected)}
                label={<PairLine pair={pair} />}
                sx={{ width: '100%', m: 0 }}
              />
            </Box>
          ))}
        </Box>
        {pairs.length > maxListedPairs && (
          <SecondaryText variant="caption">
            {t('ui.firstOfMany', { shown: maxListedPairs, total: pairs.length })}
          </SecondaryText>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={match.isPending}>
          {t('ui.cancel')}
        </Button>
        <Button variant="contained" disabled={selected.length === 0 || match.isPending} onClick={submit}>
          {match.isPending ? labels.working : t('links.matchLink', { smart_count: selected.length })}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}

function PairLine({ pair }: { pair: LinkCandidate }) {
  return (
    <>
      {labels.matchPair(pair.full_name, pair.username)}
      <SecondaryText component="span" variant="caption" sx={{ display: 'block' }}>
        <bdi>{pair.name}</bdi> · {labels.matchedBy[pair.matched_by]}
      </SecondaryText>
    </>
  );
}
