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
import type { Judging } from './hearing';

/** The names of the kinds of record in this institute. */
export const useKindNames = (): RecordKindNames =>
  useInstitute().data?.record_kinds ?? defaultRecordKindNames;

/** The kinds of fault and the result rules of the institute; null if the server has no kinds. */
export function useJudging(isKnown: boolean): Judging | null {
  const { faultKinds } = useApi();
  const rules = useInstitute().data?.result_rules ?? defaultResultRules;
  const { data } = useQuery({ queryKey: ['faultKinds'], queryFn: faultKinds, enabled: isKnown });
  // Until they are loaded, or if that fails, the defaults of a new institute.
  return useMemo(
    () => (isKnown ? { kinds: data ?? defaultFaultKinds, rules } : null),
    [isKnown, data, rules],
  );
}
