import { z } from 'zod';
import { addition, done } from './fields';

/** A student who came back with a new academic number, since somebody else has the old one. */
const renumbered = z.object({ full_name: z.string(), previous: z.string(), student_id: z.string() });
export type Renumbered = z.infer<typeof renumbered>;

/** The most that an answer lists; its message has the number of all. */
export const maxRenumbered = 100;

/** The answer of a call that takes an operation back. */
export const takenBack = done.extend({ renumbered: addition(z.array(renumbered).optional()) });
