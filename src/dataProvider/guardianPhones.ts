import type { BodyInputOf } from '../../contract/endpoint';
import { guardianPhonesApi, maxPhoneStudents } from '../../contract/families/guardianPhones';
import { call } from './apiCall';

/** Only our server has these calls. */
export const guardianPhones = {
  check: (body: BodyInputOf<typeof guardianPhonesApi.check>) => call(guardianPhonesApi.check, { body }),
  save: (body: BodyInputOf<typeof guardianPhonesApi.save>) => call(guardianPhonesApi.save, { body }),

  /** The primary guardian of each student who has one. */
  async primaryOf(ids: readonly number[]) {
    const guardians = [];
    for (let start = 0; start < ids.length; start += maxPhoneStudents) {
      const student_row_ids = ids.slice(start, start + maxPhoneStudents);
      guardians.push(...(await call(guardianPhonesApi.primary, { body: { student_row_ids } })));
    }
    return new Map(guardians.map((guardian) => [guardian.student_row_id, guardian]));
  },
};
