import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../dataProvider/session';
import { isClaimed } from './sending/claims';
import { savedImports, type SavedImport } from './sending/savedImports';

/** Imports of this person that were begun on this device, not finished, and are at work in no window. */
export function useUnfinished() {
  const userId = useSession()?.user.id ?? 0;
  const queryClient = useQueryClient();
  const queryKey = ['unfinishedImports', userId];
  const { data = [] } = useQuery({
    queryKey,
    // A device that keeps nothing has nothing to go on with.
    queryFn: () => unfinished(userId).catch((): SavedImport[] => []),
    staleTime: 0,
  });
  return {
    imports: data,
    reread: () => void queryClient.invalidateQueries({ queryKey }),
    discard: async ({ id }: SavedImport) => {
      await savedImports.drop(id);
      await queryClient.invalidateQueries({ queryKey });
    },
  };
}

async function unfinished(userId: number): Promise<SavedImport[]> {
  const saved = await savedImports.of(userId);
  const claims = await Promise.all(saved.map(({ id }) => isClaimed(id)));
  return saved.filter((_, index) => claims[index] === false);
}
