import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  defaultFaultKinds,
  defaultRecordKindNames,
  defaultResultRules,
  type RecordKindNames,
} from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { useInstitute } from '../../dataProvider/useInstitute';
import type { AssessmentRules } from './hearing';

export const useKindNames = (): RecordKindNames =>
  useInstitute().data?.record_kinds ?? defaultRecordKindNames;

/** @param isPossible loads the fault kinds although the rules may not be needed */
export function useAssessmentRules(isEnabled: boolean, isPossible = isEnabled): AssessmentRules | null {
  const { faultKinds } = useApi();
  const rules = useInstitute().data?.result_rules ?? defaultResultRules;
  const { data } = useQuery({
    queryKey: ['faultKinds'],
    queryFn: faultKinds,
    enabled: isEnabled || isPossible,
  });
  // Until the fault kinds are loaded, or if loading fails, the defaults apply.
  return useMemo(
    () => (isEnabled ? { kinds: data ?? defaultFaultKinds, rules } : null),
    [isEnabled, data, rules],
  );
}
