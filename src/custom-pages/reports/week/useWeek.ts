import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReportDocument } from '../../../../contract/documents/document';
import {
  circleWeekDocument,
  circleWeekLines,
  weekDocument,
  weekLines,
} from '../../../../contract/documents/week';
import { parseRowId } from '../../../../contract/fields';
import type { PaperRequest } from '../../../../contract/reports/papers';
import { dayToDate, dayNumber, teachingWeekStart } from '../../../../contract/rules/hifz/days';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { useSession } from '../../../dataProvider/session';
import { useApi } from '../../../dataProvider/useApi';
import { useToday, useWeekendDays } from '../../../dataProvider/useInstitute';
import { useKindNames } from '../../../features/hearing/hearingSettings';
import { isDay } from '../../../ui/form/days';
import { useAddress } from '../../../ui/page/useAddress';

/** Of whom the sheet is: an academic number, or a circle of a subject. */
type WeekOf = { student: string } | { circle: number; subject: string };

export interface WeekChoice {
  /** Null if the address names neither. */
  of: WeekOf | null;
  /** The first day of the week. */
  from: string;
  today: string;
  /** Chooses the week of a day. */
  setDay: (day: string) => void;
}

/** Whose week is shown, and which: both stand in the address. A week begins as those of the institute do. */
export function useWeekChoice(): WeekChoice {
  const [address, change] = useAddress();
  const today = useToday();
  const weekend = useWeekendDays();
  const isStaff = useSession()?.user.role !== 'student';
  const asked = address.get('from') ?? '';
  const beginOf = (day: string) => dayToDate(teachingWeekStart(dayNumber(day), weekend));
  const student = address.get('student') ?? '';
  const circle = parseRowId(address.get('circle_id'));
  const subject = address.get('subject_code') ?? '';
  return {
    of: student !== '' ? { student } : circle !== null && isStaff ? { circle, subject } : null,
    from: beginOf(isDay(asked) && asked <= today ? asked : today),
    today,
    setDay: (day) => change((after) => after.set('from', beginOf(day))),
  };
}

/** A sheet as the screen and the file show it, as text to share, and the request for its PDF. */
export interface ShownWeek {
  document: ReportDocument;
  text: string;
  paper: PaperRequest;
}

export function useWeek({ of, from }: WeekChoice) {
  const { hifz, circlesOf } = useApi();
  const { has } = useServerFeatures();
  const kinds = useKindNames();
  return useQuery({
    queryKey: ['hifz', 'week', of, from, kinds],
    queryFn: async (): Promise<ShownWeek> => {
      if (of === null) throw new Error('asked for the week of nobody');
      const calls = await hifz();
      if ('student' in of) {
        const sheet = await calls.week(of.student, from);
        return {
          document: weekDocument(sheet, kinds),
          text: weekLines(sheet, kinds),
          paper: { type: 'week', studentId: of.student, startDate: from },
        };
      }
      const [sheets, circles] = await Promise.all([
        calls.circleWeek(of.circle, from),
        of.subject === '' ? [] : circlesOf(of.subject),
      ]);
      const name = circles.find(({ id }) => id === of.circle)?.name ?? String(of.circle);
      const week = { from, to: dayToDate(dayNumber(from) + 6) };
      return {
        document: circleWeekDocument(name, week, sheets),
        text: circleWeekLines(name, week, sheets),
        paper: { type: 'week', circle_id: of.circle, startDate: from },
      };
    },
    enabled: of !== null && has('hifz'),
    placeholderData: keepPreviousData,
  });
}
