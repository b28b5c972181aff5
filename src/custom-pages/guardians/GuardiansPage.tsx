import Call from '@mui/icons-material/CallOutlined';
import Mail from '@mui/icons-material/MailOutlined';
import { Fragment } from 'react';
import { useListContext } from 'react-admin';
import type { Guardian } from '../../../contract/families/guardians';
import { guardianRelationNames } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { FilterBar } from '../../ui/list/FilterBar';
import { ListColumn } from '../../ui/list/ListColumn';
import { ListPage } from '../../ui/list/ListPage';
import { ListTable } from '../../ui/list/ListTable';
import { RecordRow } from '../../ui/list/RecordRow';
import { RowActions, RowButton } from '../../ui/list/RowActions';
import { TwoLines } from '../../ui/list/TwoLines';
import { PhoneLink } from '../../ui/page/PhoneLink';
import { RecordLink } from '../../ui/page/RecordLink';

const Column = ListColumn<Guardian>;
const widths = {
  '& .column-name': { width: '26%' },
  '& .column-phone, & .column-second_phone': { width: 132 },
} as const;

/** The page of a student changes his guardians, so this list only finds them. */
export default function GuardiansPage() {
  return (
    <ListPage<Guardian>
      catalogue="guardians."
      resource="guardians"
      sort={{ field: 'name', order: 'ASC' }}
      titleFigure={<GuardianCount />}
      filters={<FilterBar search={t('guardians.search')} />}
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
  const { phone_key, email } = guardian;
  const name = nameOf(guardian);
  if (!phone_key && !email) return null;
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
        </>
      }
    />
  );
}

function GuardianListRow({ guardian }: { guardian: Guardian }) {
  const { phone, phone_key } = guardian;
  return (
    <RecordRow
      title={nameOf(guardian)}
      details={[
        phone && <PhoneLink key="phone" phone={phone} callNumber={phone_key} />,
        <span key="students" style={{ whiteSpace: 'normal' }}>
          <Students guardian={guardian} />
        </span>,
      ]}
      actions={<GuardianActions guardian={guardian} />}
    />
  );
}
