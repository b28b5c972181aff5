import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../../contract/endpoint';
import type { calendarApi, Holiday } from '../../../contract/calendar';
import { hijriYearDays, type ProposedHoliday, proposeHolidays } from '../../../contract/rules/calendar';
import { hijriYear } from '../../../contract/rules/hijri';
import { useSession } from '../../dataProvider/session';
import { useApi } from '../../dataProvider/useApi';
import { useToday } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { useAddress } from '../../ui/page/useAddress';

export type LoadedCalendar = ResponseOf<typeof calendarApi.read>;

/** The calendar of Umm al-Qura covers these years. */
const [firstYear, lastYear] = [1400, 1500];

/** The URL has the Hijri year. */
export function useCalendar() {
  const { calendar } = useApi();
  const today = useToday();
  const [address, change] = useAddress();
  const currentYear = hijriYear(today);
  const requested = Number(address.get('year'));
  const year = requested >= firstYear && requested <= lastYear ? requested : currentYear;
  const range = hijriYearDays(String(year)) ?? { from: today, to: today };
  const query = useQuery({
    queryKey: ['calendar', year],
    queryFn: () => calendar(range),
    placeholderData: keepPreviousData,
  });
  return {
    ...query,
    today,
    year,
    range,
    currentYear,
    showYear: (next: number) =>
      change((params) => (next === currentYear ? params.delete('year') : params.set('year', String(next)))),
  };
}

/** True for a holiday of the whole institute. */
export const isForAll = ({ section, program_id, batch_id }: Holiday) =>
  section === null && program_id === null && batch_id === null;

/** Only an admin of all sections may add these holidays. */
export function useProposals(year: number, holidays: readonly Holiday[]) {
  const { addHoliday } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const section = useSession()?.user.section ?? null;
  const nameOf = ({ key }: ProposedHoliday) => t(`calendar.proposed.${key}`);
  const mutation = useMutation({
    mutationFn: (proposal: ProposedHoliday) =>
      addHoliday({ name: nameOf(proposal), from: proposal.from, to: proposal.to }),
    onSuccess: (answer) => notifyDone(t('calendar.form.added', { name: answer.name }), answer),
    onError: (problem) => notifyProblem(problem, t('calendar.form.failed')),
  });
  const isFree = ({ from, to }: ProposedHoliday) =>
    !holidays.some((holiday) => isForAll(holiday) && holiday.from <= to && from <= holiday.to);
  return {
    proposals: section === null ? proposeHolidays(year).filter(isFree) : [],
    nameOf,
    add: mutation.mutate,
    pendingKey: mutation.isPending ? mutation.variables.key : null,
  };
}

/** Whether the terms of the year are complete, so that the other days have no teaching. */
export function useYearConfirmation(year: number, confirmedYears: readonly string[]) {
  const { saveSettings } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const mutation = useMutation({
    mutationFn: (isConfirmed: boolean) =>
      saveSettings({
        confirmed_years: isConfirmed
          ? [...confirmedYears, String(year)]
          : confirmedYears.filter((one) => one !== String(year)),
      }),
    onSuccess: (answer, isConfirmed) =>
      notifyDone(t(isConfirmed ? 'calendar.confirmed' : 'calendar.unconfirmed', { year }), answer),
    onError: (problem) => notifyProblem(problem, t('calendar.confirmFailed')),
  });
  return {
    isConfirmed: confirmedYears.includes(String(year)),
    isPending: mutation.isPending,
    confirm: mutation.mutate,
  };
}
