import type { ReactNode } from 'react';
import { useEditContext } from 'react-admin';
import { Waiting } from '../list/ListContent';
import { ErrorState } from '../page/States';

/** The form of a stored record, once it is read; else what stands in its way. */
export function EditContent({ failed, children }: { failed: string; children: ReactNode }) {
  const { record, error, isPending, refetch } = useEditContext();
  if (error) return <ErrorState title={failed} error={error} onRetry={() => void refetch()} />;
  if (isPending || !record) return <Waiting />;
  return children;
}
