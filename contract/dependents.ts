import { z } from 'zod';

/** What goes with a record when it is deleted: number of rows by kind; kinds without rows are left out. */
export const dependents = z.object({
  batches: z.int().optional(),
  subjects: z.int().optional(),
  students: z.int().optional(),
});
export type Dependents = z.infer<typeof dependents>;
