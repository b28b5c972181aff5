import { z } from 'zod';
import { additions, get, post, put, remove } from './endpoint';
import {
  changeBody,
  code,
  date,
  id,
  idParams,
  messageResponse,
  optionalCode,
  requiredLabel,
  rowId,
  version,
  writeBody,
} from './fields';
import { settings } from './settings';
import { holidayKinds, staffSections } from './vocabulary';

/** A holiday, and a question about the calendar, has at most this number of days. */
export const maxCalendarDays = 366;

/** Days without teaching, both included, of all students or of a section, programme or batch. */
export const holiday = z.object({
  id,
  from: date,
  to: date,
  name: z.string(),
  kind: z.enum(holidayKinds),
  section: z.enum(staffSections).nullable(),
  program_id: z.string().nullable(),
  program_name: z.string().nullable(),
  batch_id: id.nullable(),
  batch_name: z.string().nullable(),
  /** True: registers that were taken on these days count in no figure. */
  excludes_registers: z.boolean(),
  version,
});
export type Holiday = z.infer<typeof holiday>;

const scopeFields = {
  section: z.enum(staffSections).nullable().optional(),
  program_id: code(40).nullable().optional(),
  batch_id: id.nullable().optional(),
};
const holidayBody = {
  from: date,
  to: date,
  name: requiredLabel(80),
  kind: z.enum(holidayKinds).optional(),
  ...scopeFields,
  excludes_registers: z.boolean().optional(),
};
const serverFields = ['id', 'program_name', 'batch_name', 'operation_id'] as const;
const saved = holiday.extend({ operation_id: id.nullable() });
const staff = ['admin', 'teacher'] as const;

/** Source: families.md, "Calendar". */
export const calendarApi = additions({
  read: get('/calendar', {
    roles: staff,
    summary: 'Terms, weekend and the holidays in scope that have a day of the range',
    query: z.strictObject({ from: date, to: date }),
    response: z.object({
      weekend_days: settings.shape.weekend_days,
      terms: settings.shape.terms,
      confirmed_years: settings.shape.confirmed_years,
      holidays: z.array(holiday),
    }),
  }),
  registers: get('/calendar/registers', {
    roles: ['admin'],
    summary: 'How many registers and absences the days of a holiday have',
    query: z.strictObject({
      from: date,
      to: date,
      section: z.enum(staffSections).optional(),
      program_id: optionalCode(40).optional(),
      batch_id: rowId.optional(),
    }),
    response: z.object({ registers: z.int(), absences: z.int() }),
  }),
  create: post('/holidays', {
    roles: ['admin'],
    summary: 'Add a holiday, or suspend the teaching; an admin of one section only for its students',
    body: writeBody(holidayBody, [...serverFields, 'version']),
    response: saved,
    status: 201,
  }),
  update: put('/holidays/{id}', {
    roles: ['admin'],
    summary: 'Change a holiday',
    params: idParams,
    body: changeBody(holidayBody, serverFields),
    response: saved,
  }),
  remove: remove('/holidays/{id}', {
    roles: ['admin'],
    summary: 'Delete a holiday',
    params: idParams,
    response: messageResponse.extend({ operation_id: id.nullable() }),
  }),
});
