import { roleLabels } from '../../../contract/vocabulary';
import { SecondaryText } from './SecondaryText';

const labels: Partial<Record<string, string>> = roleLabels;

/** Who did something, as the log names that person, and in which role. What the server did by itself has none. */
export function Person({
  entry: { user_name, user_role },
}: {
  entry: { user_name: string; user_role: string };
}) {
  return (
    <>
      <bdi>{user_name}</bdi>
      <SecondaryText variant="caption" component="span" sx={{ display: 'block' }}>
        {labels[user_role]}
      </SecondaryText>
    </>
  );
}
