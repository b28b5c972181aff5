import { useText } from '../../../i18n/useText';
import { Waiting } from '../../../ui/list/ListContent';
import { ErrorState } from '../../../ui/page/States';
import { OneAssignmentPage } from './OneAssignmentPage';

interface NotYetLoadedProps {
  /** Why it could not be loaded; nothing while it is on its way. */
  error: Error | null;
  onRetry: () => void;
}

/** The page of an assignment until it is there. */
export function NotYetLoaded({ error, onRetry }: NotYetLoadedProps) {
  const t = useText();
  return (
    <OneAssignmentPage title={t('ownAssignments.solution')}>
      {error ? (
        <ErrorState title={t('ownAssignments.loadFailed')} error={error} onRetry={onRetry} />
      ) : (
        <Waiting />
      )}
    </OneAssignmentPage>
  );
}
