import { z } from 'zod';

/** What goes with a record when it is deleted: number of rows by kind; kinds without rows are left out. */
export const dependents = z.object({
  batches: z.int().optional(),
  subjects: z.int().optional(),
  students: z.int().optional(),
  grades: z.int().optional(),
  absences: z.int().optional(),
  daily_records: z.int().optional(),
  assignments: z.int().optional(),
  submissions: z.int().optional(),
});
export type Dependents = z.infer<typeof dependents>;
