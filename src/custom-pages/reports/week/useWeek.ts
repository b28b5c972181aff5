import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { documentFor, type ReportDocument } from '../../../../contract/documents/document';
import {
  circleWeekDocument,
  circleWeekText,
  commonSection,
  weekDocument,
  weekText,
} from '../../../../contract/documents/week';
import { parseRowId } from '../../../../contract/fields';
import type { PaperRequest } from '../../../../contract/reports/papers';
import { dayToDate, dayNumber, teachingWeekStart } from '../../../../contract/rules/hifz/days';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { useSession } from '../../../dataProvider/session';
import { useApi } from '../../../dataProvider/useApi';
import { useToday, useWeekendDays } from '../../../dataProvider/useInstitute';
import { useKindNames } from '../../../features/hearing/hearingSettings';
import { isDay } from '../../../../contract/rules/days';
import { useAddress } from '../../../ui/page/useAddress';

/** `student` is the academic number. */
type WeekOwner = { student: string } | { circle: number; subject: string };

export interface WeekChoice {
  /** Null if the URL has no student and no circle. */
  owner: WeekOwner | null;
  /** The first day of the week. */
  from: string;
  today: string;
  setDay: (day: string) => void;
}

/** The URL has the student or circle, and the week. A week starts after the institute's weekend. */
export function useWeekChoice(): WeekChoice {
  const [searchParams, changeSearch] = useAddress();
  const today = useToday();
  const weekend = useWeekendDays();
  const isStaff = useSession()?.user.role !== 'student';
  const fromParam = searchParams.get('from') ?? '';
  const weekStart = (day: string) => dayToDate(teachingWeekStart(dayNumber(day), weekend));
  const student = searchParams.get('student') ?? '';
  const circle = parseRowId(searchParams.get('circle_id'));
  const subject = searchParams.get('subject_code') ?? '';
  return {
    owner: student !== '' ? { student } : circle !== null && isStaff ? { circle, subject } : null,
    from: weekStart(isDay(fromParam) && fromParam <= today ? fromParam : today),
    today,
    setDay: (day) => changeSearch((after) => after.set('from', weekStart(day))),
  };
}

/** The week as a document, as a text to share, and as the request for a PDF. */
export interface WeekSheet {
  document: ReportDocument;
  text: string;
  paper: PaperRequest;
}

export function useWeek({ owner, from }: WeekChoice) {
  const { hifz, circlesOf } = useApi();
  const { has } = useServerFeatures();
  const kinds = useKindNames();
  return useQuery({
    queryKey: ['hifz', 'week', owner, from, kinds],
    queryFn: async (): Promise<WeekSheet> => {
      if (owner === null) throw new Error('The week has neither student nor circle');
      const hifzApi = await hifz();
      if ('student' in owner) {
        const sheet = await hifzApi.week(owner.student, from);
        return {
          document: documentFor(sheet.section, weekDocument(sheet, kinds)),
          text: weekText(sheet, kinds),
          paper: { type: 'week', studentId: owner.student, startDate: from },
        };
      }
      const [sheets, circles] = await Promise.all([
        hifzApi.circleWeek(owner.circle, from),
        owner.subject === '' ? [] : circlesOf(owner.subject),
      ]);
      const name = circles.find(({ id }) => id === owner.circle)?.name ?? String(owner.circle);
      const week = { from, to: dayToDate(dayNumber(from) + 6) };
      return {
        document: documentFor(commonSection(sheets), circleWeekDocument(name, week, sheets)),
        text: circleWeekText(name, week, sheets),
        paper: { type: 'week', circle_id: owner.circle, startDate: from },
      };
    },
    enabled: owner !== null && has('hifz'),
    placeholderData: keepPreviousData,
  });
}
