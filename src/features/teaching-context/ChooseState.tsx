import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import { useApi } from '../../dataProvider/useApi';
import { useSession } from '../../dataProvider/session';
import { missing } from '../../i18n/ar/firstHour';
import { t } from '../../i18n/text';
import { LinkButton } from '../../ui/page/LinkButton';
import { EmptyState } from '../../ui/page/States';
import type { CircleChoice } from './useCircleChoice';

type ChoosableResource = keyof typeof missing.of;

const prerequisites: Record<ChoosableResource, readonly ChoosableResource[]> = {
  programs: [],
  batches: ['programs'],
  subjects: ['programs', 'batches'],
  students: [],
};

interface ChooseStateProps {
  title: string;
  text: string;
  resource: ChoosableResource;
}

/** If nothing can be selected, the page explains what to create first. An admin gets a link. */
export function ChooseState({ title, text, resource }: ChooseStateProps) {
  const missingResource = useFirstMissing(resource);
  const isAdmin = useSession()?.user.role === 'admin';
  if (!missingResource) return <EmptyState title={title} text={text} />;
  if (!isAdmin) return <EmptyState title={missing.of[resource].title} text={missing.byOthers} />;
  const { title: missingTitle, text: missingText, button, to } = missing.of[missingResource];
  return (
    <EmptyState
      title={missingTitle}
      text={missingText}
      action={<LinkButton to={to} label={button} variant="contained" />}
    />
  );
}

const firstRow = {
  pagination: { page: 1, perPage: 1 },
  sort: { field: 'id', order: 'ASC' as const },
  filter: {},
};

/** The resource to create first. Null if `target` has records. Undefined while loading. */
function useFirstMissing(target: ChoosableResource): ChoosableResource | null | undefined {
  const { getList } = useApi();
  const { total } = useGetList(target, firstRow, { staleTime: 0 });
  const { data } = useQuery({
    queryKey: [target, 'missing'],
    staleTime: 0,
    enabled: total === 0,
    queryFn: async () => {
      for (const prerequisite of prerequisites[target])
        if ((await getList(prerequisite, firstRow)).total === 0) return prerequisite;
      return target;
    },
  });
  return total === undefined || total === 0 ? data : null;
}

/** The user cannot see the circle of the URL on this day. */
export const ForeignCircle = ({ circles: { chooseCircle } }: { circles: CircleChoice }) => (
  <EmptyState
    title={t('teaching.notYourCircle')}
    text=""
    action={
      <Button variant="outlined" onClick={() => chooseCircle(null)}>
        {t('teaching.allCircles')}
      </Button>
    }
  />
);
