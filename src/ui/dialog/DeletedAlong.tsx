import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Dependents } from '../../../contract/dependents';
import type { Api } from '../../dataProvider';
import { useText } from '../../i18n/useText';

export type DeletableResource = Parameters<Api['dependents']>[0];

const kinds: readonly (keyof Dependents)[] = [
  'batches',
  'subjects',
  'students',
  'grades',
  'absences',
  'daily_records',
  'assignments',
  'submissions',
];

interface DeletedAlongProps {
  resource: DeletableResource;
  id: number;
  /** What is being deleted is not asked about again. */
  isDeleting?: boolean;
}

/** What a deletion takes along, counted; where the server cannot count, that it takes everything along. */
export function DeletedAlong({ resource, id, isDeleting = false }: DeletedAlongProps) {
  const t = useText();
  const { dependents } = useDataProvider<Api>();
  const { data, isPending } = useQuery({
    queryKey: [resource, 'dependents', id],
    queryFn: () => dependents(resource, id),
    // Counted anew at each question, and not again once the record is gone.
    staleTime: 'static',
    gcTime: 0,
    enabled: !isDeleting,
  });
  if (isPending) return <Skeleton width="60%" />;
  if (!data) return <Typography color="text.secondary">{t('ui.cannotCount')}</Typography>;
  const counts = kinds.filter((kind) => (data[kind] ?? 0) > 0);
  if (counts.length === 0) return null;
  return (
    <>
      <Typography>{t('ui.deletedAlong')}</Typography>
      <ul>
        {counts.map((kind) => (
          <Typography component="li" key={kind}>
            {t(`counted.${kind}`, { smart_count: data[kind] ?? 0 })}
          </Typography>
        ))}
      </ul>
    </>
  );
}
