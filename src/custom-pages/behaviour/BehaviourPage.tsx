import Add from '@mui/icons-material/Add';
import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { useListContext } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import type { BehaviourNote } from '../../../contract/families/behaviourNotes';
import type { StudentRow } from '../../../contract/students/students';
import { noteKindNames, noteKinds } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { NoteCounts, useNoteCategories } from '../../features/behaviour/NoteFacts';
import { t } from '../../i18n/text';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { FilterBar } from '../../ui/list/FilterBar';
import { FilterDays } from '../../ui/list/FilterDays';
import { FilterPicker } from '../../ui/list/FilterPicker';
import { FilterSelect } from '../../ui/list/FilterSelect';
import { ListPage } from '../../ui/list/ListPage';
import { NoteRow } from './NoteRow';

const NoteDialog = lazyDialog(() => import('../../features/behaviour/NoteDialog'));

type Opened = { note: BehaviourNote | null };

export default function BehaviourPage() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const renderRow = (note: BehaviourNote) => <NoteRow note={note} onEdit={() => setOpened({ note })} />;
  return (
    <ListPage<BehaviourNote>
      catalogue="behaviour."
      resource="behaviour-notes"
      sort={newestFirst}
      titleFigure={<Counts />}
      filters={<NoteFilters />}
      mainAction={
        <Button variant="contained" startIcon={<Add />} onClick={() => setOpened({ note: null })}>
          {t('behaviourForm.add')}
        </Button>
      }
      recordAddress={noAddress}
      table={<NoteCards renderRow={renderRow} />}
      renderRow={renderRow}
    >
      {opened?.note && <NoteDialog stored={opened.note} onClose={close} />}
      {opened && !opened.note && <NoteDialog onClose={close} />}
    </ListPage>
  );
}

const newestFirst = { field: 'date', order: 'DESC' } as const;
const noAddress = () => null;

/** Notes are read and not compared, so a wide screen also has rows instead of a table. */
function NoteCards({ renderRow }: { renderRow: (note: BehaviourNote) => ReactNode }) {
  const { data = [] } = useListContext<BehaviourNote>();
  return (
    <Box component="ul" aria-label={t('behaviour.listName')} sx={listStyle}>
      {data.map((note) => (
        <Fragment key={note.id}>{renderRow(note)}</Fragment>
      ))}
    </Box>
  );
}

const listStyle = { m: 0, p: 0, listStyle: 'none', backgroundColor: 'background.paper' } as const;

/** The numbers of the filtered list. */
function Counts() {
  const { behaviour } = useApi();
  const { filterValues } = useListContext();
  const { data } = useQuery({
    queryKey: ['behaviour-notes', 'summary', filterValues],
    queryFn: async () => (await behaviour()).summary(filterValues),
  });
  return data ? <NoteCounts counts={data} /> : null;
}

function NoteFilters() {
  const { data: categories = [] } = useNoteCategories();
  return (
    <FilterBar search={t('behaviour.search')}>
      <FilterPicker<Batch>
        source="batch_id"
        resource="batches"
        label={t('labels.batch')}
        anyLabel={t('students.anyBatch')}
        optionText={({ batch_name }) => batch_name}
        optionNote={({ program_name }) => program_name}
      />
      <FilterSelect
        source="kind"
        label={t('behaviour.kind')}
        anyLabel={t('behaviour.anyKind')}
        choices={noteKinds.map((id) => ({ id, name: noteKindNames[id] }))}
      />
      <FilterSelect
        source="category_id"
        label={t('behaviour.category')}
        anyLabel={t('behaviour.anyCategory')}
        choices={categories.map(({ id, name, is_active }) => ({
          id,
          name: is_active ? name : t('behaviour.retired', { name }),
        }))}
      />
      <FilterPicker<StudentRow>
        source="student_id"
        resource="students"
        keyField="student_id"
        label={t('behaviour.student')}
        anyLabel={t('behaviour.anyStudent')}
        optionText={({ full_name }) => full_name}
        optionNote={({ student_id }) => student_id ?? ''}
      />
      <FilterDays first="from" last="to" />
    </FilterBar>
  );
}
