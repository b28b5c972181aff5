import { reportsApi } from '../../contract/reports';
import { type Route, route } from '../mount';
import {
  dailyOfRangeAsked,
  dailyOfStudentAsked,
  ownAsked,
  studentInSubjectAsked,
  subjectAsked,
  transcriptAsked,
} from './asked';

export const reportRoutes: Route[] = [
  route(reportsApi.student, (call) => ownAsked(call, call.params.userId, call.query.level)),
  route(reportsApi.transcript, (call) =>
    transcriptAsked(call, { ...call.params, ...call.query }, call.query.level),
  ),
  route(reportsApi.studentInSubject, (call) =>
    studentInSubjectAsked(call, { ...call.params, ...call.query }),
  ),
  route(reportsApi.subject, (call) => subjectAsked(call, { ...call.params, ...call.query })),
  route(reportsApi.dailyOfStudent, (call) => dailyOfStudentAsked(call, { ...call.params, ...call.query })),
  route(reportsApi.dailyOfRange, (call) => dailyOfRangeAsked(call, call.query)),
];
