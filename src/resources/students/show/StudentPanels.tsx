import { Chip, Link, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StudentCard } from '../../../../contract/students/enrolments';
import { studentFields } from '../../../../contract/recordFields';
import type { StudentRow } from '../../../../contract/students/students';
import { ageInYears } from '../../../../contract/rules/age';
import { textForStudent } from '../../../i18n/gender';
import { excuseReasonNames } from '../../../../contract/vocabulary';
import { useApi } from '../../../dataProvider/useApi';
import { useToday } from '../../../dataProvider/useInstitute';
import { ExcuseDays } from '../../../features/excuses/ExcuseFacts';
import { t } from '../../../i18n/text';
import { ListRow } from '../../../ui/list/ListRow';
import { BothDates } from '../../../ui/page/BothDates';
import { Fact, Facts } from '../../../ui/page/Facts';
import { Isolated } from '../../../ui/page/Isolated';
import { LinkButton } from '../../../ui/page/LinkButton';
import { Moment } from '../../../ui/page/Moment';
import { Panel } from '../../../ui/page/Panel';
import { RecordLink } from '../../../ui/page/RecordLink';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { callNumber } from '../studentModel';

interface IdentityPanelProps {
  student: StudentRow;
  formerNumbers?: readonly string[] | undefined;
  isAdmin: boolean;
}

/** Leaves out empty fields. */
export function IdentityPanel({ student, formerNumbers = [], isAdmin }: IdentityPanelProps) {
  const { student_id, national_id, program_id, program_name, batch_id, batch_name, gender, nationality } =
    student;
  const fact = (name: string, value: unknown, content: ReactNode) =>
    value ? <Fact name={name}>{content}</Fact> : null;
  const contactFact = (field: 'phone' | 'additional_phone' | 'email') => {
    const value = student[field];
    const [scheme, address] = field === 'email' ? ['mailto', value] : ['tel', callNumber(student, field)];
    const text = <Isolated>{value}</Isolated>;
    const link = (
      <Link href={`${scheme}:${address}`} underline="hover">
        {text}
      </Link>
    );
    return fact(studentFields[field].label, value, address ? link : text);
  };
  const batchesOfProgram = `/batches?${new URLSearchParams({ filter: JSON.stringify({ program_id }) })}`;
  return (
    <Panel title={t('cards.details')}>
      <Facts sx={{ rowGap: 1 }}>
        {fact(studentFields.student_id.label, student_id, <Isolated>{student_id}</Isolated>)}
        {fact(
          t('duplicates.formerNumbers'),
          formerNumbers.length > 0,
          formerNumbers.map((number) => (
            <div key={number}>
              <Isolated>{number}</Isolated>
            </div>
          )),
        )}
        {fact(studentFields.national_id.label, national_id, <Isolated>{national_id}</Isolated>)}
        {contactFact('phone')}
        {contactFact('additional_phone')}
        {contactFact('email')}
        {fact(
          t('labels.program'),
          program_name,
          <RecordLink to={isAdmin && program_id !== null && batchesOfProgram} name={program_name ?? ''} />,
        )}
        {fact(
          t('labels.batch'),
          batch_name,
          <RecordLink to={batch_id !== null && `/batches/${batch_id}/show`} name={batch_name ?? ''} />,
        )}
        {fact(studentFields.gender.label, gender, gender)}
        {fact(studentFields.nationality.label, nationality, nationality)}
        <FileFacts student={student} />
        {fact(
          t('resources.students.fields.created_at'),
          student.created_at,
          <BothDates value={student.created_at} />,
        )}
      </Facts>
    </Panel>
  );
}

function FileFacts({ student }: { student: StudentRow }) {
  const today = useToday();
  const { birth_date, joined_on, latin_name, previous_study, health_note } = student;
  return (
    <>
      {birth_date && (
        <>
          <Fact name={studentFields.birth_date.label}>
            <BothDates value={birth_date} />
          </Fact>
          <Fact name={t('students.age')}>
            {t('students.years', { smart_count: ageInYears(birth_date, today) })}
          </Fact>
        </>
      )}
      {joined_on && (
        <Fact name={studentFields.joined_on.label}>
          <BothDates value={joined_on} />
        </Fact>
      )}
      {latin_name && (
        <Fact name={studentFields.latin_name.label}>
          <bdi>{latin_name}</bdi>
        </Fact>
      )}
      {previous_study && (
        <Fact name={studentFields.previous_study.label} sx={{ whiteSpace: 'pre-line' }}>
          {previous_study}
        </Fact>
      )}
      {health_note && (
        <Fact name={studentFields.health_note.label} sx={{ whiteSpace: 'pre-line' }}>
          {health_note}
        </Fact>
      )}
    </>
  );
}

/** If the student has no account, the panel has buttons to create or link one. */
export function AccountPanel({ student, account }: { student: StudentRow; account: StudentCard['account'] }) {
  const { full_name: name, student_id } = student;
  const initialValues = JSON.stringify({ role: 'student', name, username: student_id, student_id });
  return (
    <Panel title={t('cards.account')}>
      {account ? (
        <Stack spacing={1.5} sx={{ alignItems: 'flex-start' }}>
          <Facts sx={{ rowGap: 1 }}>
            <Fact name={t('cards.username')}>
              <Isolated>{account.username}</Isolated>
            </Fact>
            <Fact name={t('cards.accountState')}>
              <Chip
                component="span"
                size="small"
                variant="outlined"
                color={account.is_active ? 'success' : 'warning'}
                label={t(account.is_active ? 'cards.isActive' : 'cards.isDisabled')}
              />
            </Fact>
            <Fact name={t('cards.lastLogin')}>
              {account.last_login ? <Moment value={account.last_login} /> : t('cards.neverSignedIn')}
            </Fact>
          </Facts>
          <LinkButton to={`/users/${account.id}`} label={t('cards.openAccount')} variant="outlined" />
        </Stack>
      ) : (
        <Stack spacing={1.5}>
          <Typography color="text.secondary">{textForStudent(student)('cards.noAccount')}</Typography>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
            <LinkButton
              to={`/users/create?${new URLSearchParams({ source: initialValues })}`}
              label={t('cards.makeAccount')}
              variant="outlined"
            />
            <LinkButton to="/link-students" label={t('cards.linkAccount')} />
          </Stack>
        </Stack>
      )}
    </Panel>
  );
}

export const PapersPanel = ({ student, papers }: { student: StudentRow; papers: StudentCard['papers'] }) => (
  <Panel title={t('cards.papers')}>
    {papers.length === 0 ? (
      <Typography color="text.secondary">{textForStudent(student)('cards.noPapers')}</Typography>
    ) : (
      <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {papers.map(({ number, code, issued_at, withdrawn_at }) => (
          <ListRow
            key={number}
            action={withdrawn_at && <Chip size="small" color="error" label={t('cards.withdrawn')} />}
          >
            <Link href={`/verify/${code}`} target="_blank" rel="noreferrer" underline="hover">
              {t('cards.paper')} <Isolated>{number}</Isolated>
            </Link>
            <Typography variant="body2" component="div">
              <BothDates value={issued_at} />
            </Typography>
          </ListRow>
        ))}
      </ul>
    )}
  </Panel>
);

const maxExcuses = 5;

/** The newest excuses of the student. Most students have none, so the panel appears only with one. */
export function StudentExcuses({ studentId }: { studentId: string }) {
  const { excuses } = useApi();
  const { data } = useQuery({
    queryKey: ['excuses', 'of student', studentId],
    queryFn: async () => (await excuses()).page({ student_id: studentId, from: 0, size: maxExcuses }),
  });
  if (!data || data.rows.length === 0) return null;
  return (
    <Panel title={t('excuses.ofStudent')}>
      <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {data.rows.map((excuse) => (
          <ListRow key={excuse.id}>
            <Typography variant="body2">
              <RecordLink to={`/excuses?excuse=${excuse.id}`} name={<ExcuseDays excuse={excuse} />} />
            </Typography>
            <SecondaryText variant="caption">
              {excuseReasonNames[excuse.reason]} · {t(`excuses.stateOf.${excuse.state}`)}
            </SecondaryText>
          </ListRow>
        ))}
      </ul>
    </Panel>
  );
}
