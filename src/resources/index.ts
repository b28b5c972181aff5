import AutoStories from '@mui/icons-material/AutoStoriesOutlined';
import Groups from '@mui/icons-material/Groups2Outlined';
import Archive from '@mui/icons-material/Inventory2Outlined';
import ManageAccounts from '@mui/icons-material/ManageAccountsOutlined';
import MenuBook from '@mui/icons-material/MenuBookOutlined';
import School from '@mui/icons-material/SchoolOutlined';
import type { Batch } from '../../contract/batches';
import type { Program } from '../../contract/programs';
import type { Student } from '../../contract/students/students';
import type { Subject } from '../../contract/subjects';
import type { User } from '../../contract/accounts/users';
import { lazyComponent } from '../ui/page/lazyComponent';

/** Props of react-admin's `Resource`, for each resource with a list. */
export const resources = {
  programs: {
    name: 'programs',
    icon: MenuBook,
    list: lazyComponent(() => import('./programs/ProgramList')),
    create: lazyComponent(async () => ({ default: (await import('./programs/ProgramForm')).ProgramCreate })),
    edit: lazyComponent(async () => ({ default: (await import('./programs/ProgramForm')).ProgramEdit })),
    recordRepresentation: ({ program_name }: Program) => program_name,
  },
  batches: {
    name: 'batches',
    icon: Groups,
    list: lazyComponent(() => import('./batches/BatchList')),
    create: lazyComponent(async () => ({ default: (await import('./batches/BatchForm')).BatchCreate })),
    edit: lazyComponent(async () => ({ default: (await import('./batches/BatchForm')).BatchEdit })),
    show: lazyComponent(() => import('./batches/BatchShow')),
    recordRepresentation: ({ batch_name }: Batch) => batch_name,
  },
  subjects: {
    name: 'subjects',
    icon: AutoStories,
    list: lazyComponent(() => import('./subjects/SubjectList')),
    create: lazyComponent(() => import('./subjects/SubjectCreate')),
    edit: lazyComponent(() => import('./subjects/SubjectEdit')),
    recordRepresentation: ({ name }: Subject) => name,
  },
  students: {
    name: 'students',
    icon: School,
    list: lazyComponent(() => import('./students/StudentList')),
    create: lazyComponent(async () => ({ default: (await import('./students/StudentForm')).StudentCreate })),
    edit: lazyComponent(async () => ({ default: (await import('./students/StudentForm')).StudentEdit })),
    show: lazyComponent(() => import('./students/show/StudentShow')),
    recordRepresentation: ({ full_name }: Student) => full_name,
  },
  users: {
    name: 'users',
    icon: ManageAccounts,
    list: lazyComponent(() => import('./users/UserList')),
    create: lazyComponent(async () => ({ default: (await import('./users/UserForm')).UserCreate })),
    edit: lazyComponent(async () => ({ default: (await import('./users/UserForm')).UserEdit })),
    recordRepresentation: ({ name }: User) => name,
  },
  archive: { name: 'archive', icon: Archive, list: lazyComponent(() => import('./archive/ArchivePage')) },
};
