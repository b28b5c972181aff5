import { z } from 'zod';
import { programCode } from '../../../contract/programs';

const defaultLevels = 6;

/** What a new programme starts with. */
export const newProgram = {
  program_id: '',
  program_name: '',
  specialty: null,
  levels: defaultLevels,
  description: null,
};

/** Whether a code is one that the server takes; what is missing is said by `required`. */
export function isProgramCode(code: unknown): boolean {
  return typeof code !== 'string' || code.trim() === '' || programCode.safeParse(code).success;
}

const level = z.int().min(1).max(8);

export const levelChoices = Array.from({ length: 8 }, (_, index) => level.parse(index + 1)).map((id) => ({
  id,
  name: String(id),
}));
