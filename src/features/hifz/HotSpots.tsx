import { Box, Button, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { hijriDate } from '../../../contract/rules/hijri';
import { useApi } from '../../dataProvider/useApi';
import { hifzProgress as labels } from '../../i18n/ar/hifzProgress';
import { ListRow } from '../../ui/list/ListRow';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';
import { rangeText } from './mapModel';

interface HotSpotsProps {
  owner: { kind: 'student'; student: string } | { kind: 'circle'; id: number };
}

const initialCount = 6;

export function HotSpots({ owner }: HotSpotsProps) {
  const id = useId();
  const { hifz } = useApi();
  const [isExpanded, setIsExpanded] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['hifz', 'spots', owner.kind, owner.kind === 'student' ? owner.student : owner.id],
    queryFn: async () => {
      const api = await hifz();
      return owner.kind === 'student' ? api.hotSpots(owner.student) : api.circleHotSpots(owner.id);
    },
  });
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography id={id} component="h3" sx={{ fontWeight: 700, mb: 0.5 }}>
        {labels.spots}
      </Typography>
      {error ? (
        <ErrorState title={labels.spotsFailed} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={240} />
      ) : data.length === 0 ? (
        <SecondaryText>{labels.noSpots}</SecondaryText>
      ) : (
        <>
          <Stack component="ol" aria-labelledby={id} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {data.slice(0, isExpanded ? data.length : initialCount).map(({ ayah, count, last }) => (
              <ListRow key={ayah}>
                <Typography variant="body2" sx={{ fontWeight: 600 }}>
                  {rangeText({ from: ayah, to: ayah })}
                </Typography>
                <SecondaryText variant="caption">
                  {labels.faults(count)} · {labels.lastOn(hijriDate(last))}
                </SecondaryText>
              </ListRow>
            ))}
          </Stack>
          {!isExpanded && data.length > initialCount && (
            <Button size="small" onClick={() => setIsExpanded(true)}>
              {labels.allSpots(data.length)}
            </Button>
          )}
        </>
      )}
    </Box>
  );
}
