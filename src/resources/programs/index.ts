import MenuBook from '@mui/icons-material/MenuBookOutlined';
import { lazy } from 'react';
import type { Program } from '../../../contract/programs';

export const programs = {
  name: 'programs',
  icon: MenuBook,
  list: lazy(() => import('./ProgramList')),
  create: lazy(() => import('./ProgramForm').then((form) => ({ default: form.ProgramCreate }))),
  edit: lazy(() => import('./ProgramForm').then((form) => ({ default: form.ProgramEdit }))),
  recordRepresentation: ({ program_name }: Program) => program_name,
};
