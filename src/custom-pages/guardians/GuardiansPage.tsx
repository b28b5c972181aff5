import Call from '@mui/icons-material/CallOutlined';
import Mail from '@mui/icons-material/MailOutlined';
import Student from '@mui/icons-material/SchoolOutlined';
import { Fragment } from 'react';
import { useListContext } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import type { Guardian } from '../../../contract/families/guardians';
import { guardianRelationNames } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { FilterBar } from '../../ui/list/FilterBar';
import { FilterPicker } from '../../ui/list/FilterPicker';
import { ListColumn } from '../../ui/list/ListColumn';
import { ListPage } from '../../ui/list/ListPage';
import { ListTable } from '../../ui/list/ListTable';
import { RecordRow } from '../../ui/list/RecordRow';
import { RowActions, RowButton } from '../../ui/list/RowActions';
import { TwoLines } from '../../ui/list/TwoLines';
import { Isolated } from '../../ui/page/Isolated';
import { PhoneLink } from '../../ui/page/PhoneLink';
import { RecordLink } from '../../ui/page/RecordLink';
import { useIsPhone } from '../../ui/page/useIsPhone';

const Column = ListColumn<Guardian>;
const widths = {
  '& .column-name': { width: '26%' },
  '& .column-phone, & .column-second_phone': { width: 140 },
} as const;

/** The page of a student changes his guardians, so this list only finds them. */
export default function GuardiansPage() {
  return (
    <ListPage<Guardian>
      catalogue="guardians."
      resource="guardians"
      sort={{ field: 'name', order: 'ASC' }}
      titleFigure={<GuardianCount />}
      filters={<GuardianFilters />}
      recordAddress={findStudent}
      table={<GuardianTable />}
      renderRow={renderRow}
    />
  );
}

/** A guardian without a name is called by the relation to the first student. */
const nameOf = ({ name, children: [first] }: Guardian): string =>
  name ?? guardianRelationNames[first?.relation ?? 'other'];

const findStudent = ({ children: [first] }: Guardian) => (first ? `/students/${first.id}/show` : null);
const renderRow = (guardian: Guardian) => <GuardianListRow guardian={guardian} />;

function GuardianCount() {
  const { total } = useListContext<Guardian>();
  return (
    <>
      {t('guardians.count')} <b className="figure">{total}</b>
    </>
  );
}

const GuardianFilters = () => (
  <FilterBar search={t('guardians.search')}>
    <FilterPicker<Batch>
      source="batch_id"
      resource="batches"
      anyLabel={t('students.anyBatch')}
      optionText={({ batch_name }) => batch_name}
      optionNote={({ program_name }) => program_name}
    />
  </FilterBar>
);

const GuardianTable = () => (
  <ListTable<Guardian>
    hiddenColumns={hidden}
    renderActions={(guardian) => <GuardianActions guardian={guardian} />}
    sx={widths}
  >
    <Column source="name" render={(guardian) => <TwoLines>{nameOf(guardian)}</TwoLines>} />
    <Column
      source="phone"
      render={({ phone, phone_key }) => phone && <PhoneLink phone={phone} callNumber={phone_key} />}
    />
    <Column
      source="second_phone"
      disableSort
      render={({ second_phone: phone, second_phone_key: key }) =>
        phone && <PhoneLink phone={phone} callNumber={key} />
      }
    />
    <Column
      source="children"
      disableSort
      render={(guardian) => (
        <TwoLines>
          <Students guardian={guardian} />
        </TwoLines>
      )}
    />
  </ListTable>
);

const hidden = ['second_phone'];

const Students = ({ guardian: { children, has_other_children } }: { guardian: Guardian }) => (
  <>
    {children.map(({ id, full_name }, index) => (
      <Fragment key={id}>
        {index > 0 && t('ui.comma')}
        <RecordLink to={`/students/${id}/show`} name={full_name} />
      </Fragment>
    ))}
    {has_other_children && `${t('ui.comma')}${t('guardians.hasHiddenStudents')}`}
  </>
);

function GuardianActions({ guardian }: { guardian: Guardian }) {
  const { phone_key, email, children } = guardian;
  const isPhone = useIsPhone();
  const name = nameOf(guardian);
  return (
    <RowActions
      name={name}
      main={
        <>
          {phone_key && (
            <RowButton
              title={t('guardians.call')}
              label={t('guardians.callTo', { name })}
              icon={<Call fontSize="small" />}
              href={`tel:${phone_key}`}
            />
          )}
          {email && (
            <RowButton
              title={t('guardians.write')}
              label={t('guardians.writeTo', { name })}
              icon={<Mail fontSize="small" />}
              href={`mailto:${email}`}
            />
          )}
          {/* The table has the links in a column. */}
          {isPhone &&
            children.map(({ id, full_name }) => (
              <RowButton
                key={id}
                title={full_name}
                label={t('cards.openOf', { name: full_name })}
                icon={<Student fontSize="small" />}
                to={`/students/${id}/show`}
              />
            ))}
        </>
      }
    />
  );
}

const GuardianListRow = ({ guardian }: { guardian: Guardian }) => (
  <RecordRow
    title={nameOf(guardian)}
    details={[
      guardian.phone && <Isolated key="phone">{guardian.phone}</Isolated>,
      ...guardian.children.map(({ id, full_name }) => (
        <bdi key={id} style={{ whiteSpace: 'normal' }}>
          {full_name}
        </bdi>
      )),
      guardian.has_other_children && t('guardians.hasHiddenStudents'),
    ]}
    actions={<GuardianActions guardian={guardian} />}
  />
);
