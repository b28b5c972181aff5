import { DataTable } from 'react-admin';
import { baseOf } from '../../../contract/rules/subjectCode';
import type { Subject } from '../../../contract/subjects';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import { ListTable, RowIndex } from '../../ui/list/ListTable';
import { RecordCard } from '../../ui/list/RecordCard';
import { SubjectActions } from './SubjectActions';
import { levelName } from './subjectModel';
import { TypeBadge } from './TypeBadge';

const Column = DataTable.Col<Subject>;
const oneLine = { whiteSpace: 'nowrap' } as const;

export function SubjectTable() {
  const t = useText();
  return (
    <ListTable<Subject> bulkActionButtons={false} rowClick={false}>
      <Column source="index" label={t('ui.index')} disableSort>
        <RowIndex />
      </Column>
      <Column
        source="subject_code"
        label={t('subjects.shortCode')}
        render={({ subject_code }) => <Isolated>{baseOf(subject_code)}</Isolated>}
      />
      <Column source="name" />
      <Column source="level" sx={oneLine} render={({ level }) => levelName(level)} />
      <Column
        source="hours"
        label={t('subjects.hoursShort')}
        align="center"
        render={({ hours }) => <Isolated>{hours}</Isolated>}
      />
      <Column source="type" render={({ type }) => <TypeBadge type={type} />} />
      <Column
        source="batch_name"
        disableSort
        render={({ batch_name }) => batch_name ?? t('subjects.batchUnknown')}
      />
      <Column
        source="actions"
        label={t('ui.actions')}
        disableSort
        render={(subject) => <SubjectActions subject={subject} />}
      />
    </ListTable>
  );
}

export function SubjectCard({ subject, index }: { subject: Subject; index: number }) {
  const t = useText();
  const { subject_code, name, level, hours, type, batch_name } = subject;
  return (
    <RecordCard
      title={
        <>
          <Isolated>{index}</Isolated>. {name}
        </>
      }
      aside={<TypeBadge type={type} />}
      facts={[
        [t('subjects.shortCode'), <Isolated key="code">{baseOf(subject_code)}</Isolated>],
        [t('resources.subjects.fields.level'), levelName(level)],
        [t('resources.subjects.fields.hours'), <Isolated key="hours">{hours}</Isolated>],
        [t('subjects.batch'), batch_name ?? t('subjects.batchUnknown')],
      ]}
      actions={<SubjectActions subject={subject} />}
    />
  );
}
