import { roleLabels } from '../../../contract/vocabulary';
import { SecondaryText } from '../../ui/page/SecondaryText';

const labelByRole: Partial<Record<string, string>> = roleLabels;

/** The system as author has no role. */
export function OperationAuthor({
  entry: { user_name, user_role },
}: {
  entry: { user_name: string; user_role: string };
}) {
  return (
    <>
      <bdi>{user_name}</bdi>{' '}
      <SecondaryText variant="caption" component="span">
        {labelByRole[user_role]}
      </SecondaryText>
    </>
  );
}
