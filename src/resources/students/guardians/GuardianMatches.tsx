import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { foldDigits } from '../../../../contract/rules/arabicText';
import { countDigits, phoneProblem } from '../../../../contract/rules/identity';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { RadioChoice } from '../../../ui/form/RadioChoice';
import { useDebouncedText } from '../../../ui/page/useDebouncedText';
import { type StoredGuardian, storedName, studentNames } from './guardianModel';

export interface FamilyNames {
  second_name?: string | null | undefined;
  third_name?: string | null | undefined;
  last_name?: string | null | undefined;
}

export const matchesKey = ['guardians', 'matches'] as const;

/** A shorter text is no phone number yet. */
const minDigits = 7;

/** Looks for stored guardians with the typed number. */
export function useMatches(typedPhone: string, typedName: string, family: FamilyNames) {
  const { guardianMatches } = useApi();
  const phone = useDebouncedText(typedPhone);
  const name = useDebouncedText(typedName);
  const isNumber = countDigits(foldDigits(phone)) >= minDigits && phoneProblem(phone) === null;
  const { second_name, third_name, last_name } = family;
  const names = Object.entries({ name, second_name, third_name, last_name }).filter(([, value]) => value);
  const query = { phone, ...(Object.fromEntries(names) as Record<string, string>) };
  const { data, isError, isFetching } = useQuery({
    queryKey: [...matchesKey, query],
    queryFn: () => guardianMatches(query),
    enabled: isNumber,
    // While the name is typed, the question stays.
    placeholderData: (previous, previousQuery) =>
      (previousQuery?.queryKey[2] as typeof query | undefined)?.phone === phone ? previous : undefined,
  });
  return {
    matches: (isNumber && data) || [],
    isLooking: phone !== typedPhone || (isNumber && isFetching),
    hasFailed: isNumber && isError,
  };
}

export const other = 'other';

interface SamePersonChoiceProps {
  matches: readonly StoredGuardian[];
  /** The id of the chosen guardian, or `other`. */
  value: string;
  onChange: (value: string) => void;
}

/** The user decides, because relatives of other families may have the same number. */
export const SamePersonChoice = ({ matches, value, onChange }: SamePersonChoiceProps) => (
  <Alert severity="info" icon={false} sx={{ '& .MuiAlert-message': { minWidth: 0 } }}>
    <RadioChoice
      label={t('guardians.isSamePerson')}
      value={value}
      choices={[
        ...matches.map((match) => ({
          value: String(match.id),
          name: t('guardians.same', { name: storedName(match) }),
          hint: match.link ? `${studentNames(match)}. ${t('guardians.hasLink')}` : studentNames(match),
        })),
        { value: other, name: t('guardians.otherPerson'), hint: t('guardians.otherPersonHint') },
      ]}
      onChange={onChange}
    />
  </Alert>
);
