import { batches } from './batches';
import { csv, quickImport } from './csv';
import { programs } from './programs';
import { ra } from './ra';
import { resources } from './resources';
import { dashboard, shell } from './shell';
import { students } from './students';
import { subjects } from './subjects';
import { counted, ui } from './ui';
import { validation } from './validation';

/** Every Arabic sentence of the screens behind the sign-in. */
export const ar = {
  ra,
  csv,
  quickImport,
  resources,
  ui,
  counted,
  validation,
  shell,
  dashboard,
  programs,
  batches,
  subjects,
  students,
};
