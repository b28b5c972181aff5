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

/**
 * Returns null unless `isEnabled`.
 *
 * @param isLoaded true earlier than `isEnabled`, if the fault kinds should load before the need is known
 */
export function useAssessmentRules(isEnabled: boolean, isLoaded = isEnabled): AssessmentRules | null {
  const { faultKinds } = useApi();
  const rules = useInstitute().data?.result_rules ?? defaultResultRules;
  const { data } = useQuery({
    queryKey: ['faultKinds'],
    queryFn: faultKinds,
    enabled: isLoaded,
  });
  // Until the fault kinds are loaded, or if loading fails, the defaults apply.
  return useMemo(
    () => (isEnabled ? { kinds: data ?? defaultFaultKinds, rules } : null),
    [isEnabled, data, rules],
  );
}
