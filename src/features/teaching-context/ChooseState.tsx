import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../dataProvider/useApi';
import { useSession } from '../../dataProvider/session';
import { missing } from '../../i18n/ar/firstHour';
import { LinkButton } from '../../ui/page/LinkButton';
import { EmptyState } from '../../ui/page/States';

type Need = keyof typeof missing.of;

/** Each needs the one before it. */
const before: Record<Need, readonly Need[]> = {
  programs: [],
  batches: ['programs'],
  subjects: ['programs', 'batches'],
  students: [],
};

interface ChooseStateProps {
  title: string;
  text: string;
  /** What there is to choose from. */
  from: Need;
}

/** Asks to choose; where the institute has nothing to choose from, says what comes first and leads an admin there. */
export function ChooseState({ title, text, from }: ChooseStateProps) {
  const need = useFirstMissing(from);
  const isAdmin = useSession()?.user.role === 'admin';
  if (!need) return <EmptyState title={title} text={text} />;
  if (!isAdmin) return <EmptyState title={missing.of[from].title} text={missing.byOthers} />;
  const { title: lacking, text: explained, button, to } = missing.of[need];
  return (
    <EmptyState
      title={lacking}
      text={explained}
      action={<LinkButton to={to} label={button} variant="contained" />}
    />
  );
}

/** Null where there is something to choose; undefined while that is not known. */
function useFirstMissing(from: Need): Need | null | undefined {
  const { getList } = useApi();
  const { data } = useQuery({
    queryKey: [from, 'missing'],
    staleTime: 0,
    queryFn: async () => {
      const isMissing = async (resource: Need) => {
        const { total } = await getList(resource, {
          pagination: { page: 1, perPage: 1 },
          sort: { field: 'id', order: 'ASC' },
          filter: {},
        });
        return total === 0;
      };
      if (!(await isMissing(from))) return null;
      for (const need of before[from]) if (await isMissing(need)) return need;
      return from;
    },
  });
  return data;
}
