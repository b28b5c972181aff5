import { Box, Button, DialogActions, DialogContent, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LinkCandidate } from '../../../contract/students/links';
import { useApi } from '../../dataProvider/useApi';
import { links as say } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { CheckField } from '../../ui/form/CheckField';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState, LoadingState } from '../../ui/page/States';
import type { Linking } from './useLinking';

/** Maximum pairs that are listed; further pairs are linked without being listed. */
const maxShown = 200;
const none: readonly LinkCandidate[] = [];

/** The pairs that match exactly, to check before they are linked as one operation. */
export function MatchDialog({ linking, onClose }: { linking: Linking; onClose: () => void }) {
  const { linkCandidates } = useApi();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['students', 'link-candidates'],
    queryFn: linkCandidates,
    staleTime: 0,
  });
  const [dropped, setDropped] = useState<ReadonlySet<number>>(new Set());
  const { match } = linking;
  const pairs = data ?? none;
  const chosen = pairs.filter(({ id }) => !dropped.has(id));
  const toggle = (id: number, isOn: boolean) => {
    const next = new Set(dropped);
    if (isOn) next.delete(id);
    else next.add(id);
    setDropped(next);
  };
  const submit = () =>
    match.mutate(
      chosen.map(({ id, user_id }) => ({ id, user_id })),
      { onSettled: onClose },
    );
  return (
    <FormDialog isOpen title={say.match} onClose={onClose}>
      <DialogContent>
        <Typography color="text.secondary" sx={{ mb: 1 }}>
          {say.matchExplained}
        </Typography>
        {error && <ErrorState title={say.loadFailed} error={error} onRetry={refetch} />}
        {isPending && <LoadingState />}
        {data && pairs.length === 0 && <Typography role="status">{say.matchNone}</Typography>}
        {pairs.length > 1 && (
          <CheckField
            checked={chosen.length === pairs.length}
            indeterminate={chosen.length > 0 && chosen.length < pairs.length}
            onChange={(isOn) => setDropped(isOn ? new Set() : new Set(pairs.map(({ id }) => id)))}
            label={say.matchChooseAll}
          />
        )}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {pairs.slice(0, maxShown).map((pair) => (
            <Box component="li" key={pair.id} sx={{ borderTop: 1, borderColor: 'divider' }}>
              <CheckField
                checked={!dropped.has(pair.id)}
                onChange={(isOn) => toggle(pair.id, isOn)}
                label={<PairLine pair={pair} />}
                sx={{ width: '100%', m: 0 }}
              />
            </Box>
          ))}
        </Box>
        {pairs.length > maxShown && (
          <SecondaryText variant="caption">
            {t('ui.firstOfMany', { shown: maxShown, total: pairs.length })}
          </SecondaryText>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={match.isPending}>
          {t('ui.cancel')}
        </Button>
        <Button variant="contained" disabled={chosen.length === 0 || match.isPending} onClick={submit}>
          {match.isPending ? say.working : t('links.matchLink', { smart_count: chosen.length })}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}

function PairLine({ pair }: { pair: LinkCandidate }) {
  return (
    <>
      {say.matchPair(pair.full_name, pair.username)}
      <SecondaryText component="span" variant="caption" sx={{ display: 'block' }}>
        <bdi>{pair.name}</bdi> · {say.matchedBy[pair.matched_by]}
      </SecondaryText>
    </>
  );
}
