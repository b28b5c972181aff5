import { useGetOne } from 'react-admin';
import type { Batch } from '../../../../contract/batches';
import { isBirthDate } from '../../../../contract/rules/age';
import { isOfAge } from '../../../../contract/rules/families/guardians';
import { useInstitute, useToday } from '../../../dataProvider/useInstitute';

interface AgeFields {
  /** Also an unfinished one of a form. */
  birth_date?: string | null | undefined;
  batch_id?: number | null | undefined;
}

/** Whether the student consents himself, by the rule of the server. False until setting and batch are known. */
export function useIsOfAge({ birth_date, batch_id }: AgeFields): boolean {
  const today = useToday();
  const adultAge = useInstitute().data?.adult_age;
  const hasBatch = batch_id != null;
  const { data: batch, isLoading } = useGetOne<Batch>(
    'batches',
    { id: batch_id ?? 0 },
    { enabled: hasBatch },
  );
  if (adultAge === undefined || isLoading) return false;
  const student = {
    birth_date: birth_date && isBirthDate(birth_date, today) ? birth_date : null,
    age_group: (hasBatch && batch?.age_group) || null,
  };
  return isOfAge(student, adultAge, today);
}
