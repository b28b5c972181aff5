import MenuBook from '@mui/icons-material/MenuBookOutlined';
import { lazy } from 'react';
import type { Program } from '../../../contract/programs';

export const programs = {
  name: 'programs',
  icon: MenuBook,
  list: lazy(() => import('./ProgramList')),
  create: lazy(() => import('./ProgramCreate')),
  edit: lazy(() => import('./ProgramEdit')),
  recordRepresentation: ({ program_name }: Program) => program_name,
};
