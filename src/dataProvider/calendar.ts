import { calendarApi, type Holiday } from '../../contract/calendar';
import type { BodyInputOf } from '../../contract/endpoint';
import type { DayRange } from '../../contract/rules/calendar';
import { call } from './apiCall';
import { callOrNull } from './namedCalls';

export type HolidayBody = BodyInputOf<typeof calendarApi.create>;
export type HolidayOwner = Pick<Holiday, 'section' | 'program_id' | 'batch_id'>;

const holidayParams = (id: number) => ({ params: { id: String(id) } });

export const calendar = {
  calendar: ({ from, to }: DayRange) => callOrNull(calendarApi.read, { query: { from, to } }),
  registersOfDays: ({ from, to }: DayRange, { section, program_id, batch_id }: HolidayOwner) =>
    call(calendarApi.registers, {
      query: {
        from,
        to,
        section: section ?? undefined,
        program_id: program_id ?? undefined,
        batch_id: batch_id ?? undefined,
      },
    }),
  addHoliday: (body: HolidayBody) => call(calendarApi.create, { body }),
  changeHoliday: (id: number, body: BodyInputOf<typeof calendarApi.update>) =>
    call(calendarApi.update, { ...holidayParams(id), body }),
  removeHoliday: (id: number) => call(calendarApi.remove, holidayParams(id)),
};
