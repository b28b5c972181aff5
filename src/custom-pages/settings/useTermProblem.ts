import { useText } from '../../i18n/useText';
import { isDay, type problemsOf, type TermRow } from './settingsModel';

type Field = 'name' | 'start_date' | 'end_date';

interface Checked {
  term: TermRow;
  problems: ReturnType<typeof problemsOf>;
  ofServer: Partial<Record<keyof TermRow, { message?: string }>> | undefined;
  isChecked: boolean;
}

const placeOf = { REVERSED: 'end_date', OVERLAP: 'start_date', NAME_TWICE: 'name' } as const;

/** What is wrong with a field of a term, in words; empty when nothing is. */
export function useTermProblem({ term, problems, ofServer, isChecked }: Checked) {
  const t = useText();
  return (name: Field): string => {
    const problem = problems.find(({ code }) => placeOf[code] === name);
    if (problem?.code === 'REVERSED') return t('settings.reversed');
    if (problem?.code === 'OVERLAP') return t('settings.overlap', { name: problem.other?.name ?? '' });
    if (problem) return t('settings.nameTwice');
    const isMissing = name === 'name' ? term.name.trim() === '' : !isDay(term[name]);
    if (isChecked && isMissing) return t('validation.required');
    return ofServer?.[name]?.message ?? '';
  };
}
