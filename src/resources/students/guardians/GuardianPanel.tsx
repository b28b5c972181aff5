import Add from '@mui/icons-material/Add';
import { Alert, Box, Button, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { maxGuardians, type StudentGuardian } from '../../../../contract/families/guardians';
import type { StudentRow } from '../../../../contract/students/students';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { useApi } from '../../../dataProvider/useApi';
import { useInstitute } from '../../../dataProvider/useInstitute';
import { GuardianLink } from '../../../features/guardian-link/GuardianLink';
import { textForStudent } from '../../../i18n/gender';
import { t } from '../../../i18n/text';
import { lazyDialog } from '../../../ui/dialog/lazyDialog';
import { bothDatesText } from '../../../ui/page/BothDates';
import { Panel } from '../../../ui/page/Panel';
import { RecordLink } from '../../../ui/page/RecordLink';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { ErrorState } from '../../../ui/page/States';
import { contactsOf, GuardianRow } from './GuardianRow';

const loadDialogs = () => import('./GuardianDialogs');
const AddGuardianDialog = lazyDialog(async () => ({ default: (await loadDialogs()).AddGuardianDialog }));
const EditGuardianDialog = lazyDialog(async () => ({ default: (await loadDialogs()).EditGuardianDialog }));
const RemoveGuardianDialog = lazyDialog(async () => ({
  default: (await loadDialogs()).RemoveGuardianDialog,
}));

/** In the form of a stored student, whose own fields the panel does not change. */
export function GuardiansOfRecord() {
  const student = useRecordContext<StudentRow>();
  return (
    student && (
      <Box sx={{ mt: 2, maxWidth: 880, '&:empty': { mt: 0 } }}>
        <GuardianPanel student={student} isAdmin />
      </Box>
    )
  );
}

interface GuardianPanelProps {
  student: StudentRow;
  isAdmin: boolean;
}

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'remove'; guardian: StudentGuardian };

/** Nothing on a server without guardians, and for a teacher who may not contact the guardians. */
export function GuardianPanel({ student, isAdmin }: GuardianPanelProps) {
  const { data: guardians, error, isHidden, refetch } = useGuardians(student.id, isAdmin);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  if (isHidden) return null;
  const close = () => setDialog(null);
  const text = textForStudent(student);
  const isFull = (guardians?.length ?? 0) >= maxGuardians;
  return (
    <Panel title={t('guardians.title')}>
      {error && !guardians ? (
        <ErrorState title={t('guardians.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : !guardians ? (
        <Skeleton variant="rounded" height={120} />
      ) : guardians.length === 0 ? (
        <Typography color="text.secondary">{text('guardians.none')}</Typography>
      ) : (
        <>
          {guardians.some(({ is_of_age }) => is_of_age) && (
            <Alert severity="info" sx={{ mb: 1 }}>
              {text('guardians.ofAge')}
            </Alert>
          )}
          <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
            {guardians.map((guardian) => (
              <StoredGuardianRow
                key={guardian.id}
                student={student}
                guardian={guardian}
                onOpen={isAdmin ? setDialog : null}
                onChange={() => void refetch()}
              />
            ))}
          </ul>
        </>
      )}
      {isAdmin && guardians && (
        <Box sx={{ mt: 1.5 }}>
          {isFull ? (
            <SecondaryText>{text('guardians.full', { max: maxGuardians })}</SecondaryText>
          ) : (
            <Button variant="outlined" startIcon={<Add />} onClick={() => setDialog({ kind: 'add' })}>
              {t('guardians.add')}
            </Button>
          )}
        </Box>
      )}
      {dialog?.kind === 'add' && guardians && (
        <AddGuardianDialog student={student} guardians={guardians} onClose={close} />
      )}
      {dialog?.kind === 'edit' && (
        <EditGuardianDialog student={student} guardian={dialog.guardian} onClose={close} />
      )}
      {dialog?.kind === 'remove' && (
        <RemoveGuardianDialog student={student} guardian={dialog.guardian} onClose={close} />
      )}
    </Panel>
  );
}

function useGuardians(studentId: number, isAdmin: boolean) {
  const { guardiansOf } = useApi();
  const canAsk = useInstitute().data?.teachers_contact_guardians === true || isAdmin;
  const hasGuardians = useServerFeatures().has('guardians') && canAsk;
  const query = useQuery({
    queryKey: ['students', 'guardians', studentId],
    queryFn: () => guardiansOf(studentId),
    enabled: hasGuardians,
  });
  // A teacher gets no guardians of a student that is not his own.
  return { ...query, isHidden: !hasGuardians || (!isAdmin && query.data?.length === 0) };
}

interface StoredGuardianRowProps {
  student: StudentRow;
  guardian: StudentGuardian;
  /** Null if the user may not change guardians. */
  onOpen: ((dialog: OpenDialog) => void) | null;
  onChange: () => void;
}

function StoredGuardianRow({ student, guardian, onOpen, onChange }: StoredGuardianRowProps) {
  const { phone, phone_key, second_phone, second_phone_key, note } = guardian;
  const siblings = guardian.children.filter(({ id }) => id !== student.id);
  return (
    <GuardianRow
      {...guardian}
      isPrimary={guardian.is_primary}
      contacts={contactsOf(
        { phone, callNumber: phone_key },
        { phone: second_phone, callNumber: second_phone_key },
      )}
      {...(onOpen && {
        onEdit: () => onOpen({ kind: 'edit', guardian }),
        onRemove: () => onOpen({ kind: 'remove', guardian }),
      })}
    >
      {note && (
        <SecondaryText sx={{ whiteSpace: 'pre-line' }}>
          <bdi>{note}</bdi>
        </SecondaryText>
      )}
      {(siblings.length > 0 || guardian.has_other_children) && (
        <SecondaryText>
          {t('guardians.otherStudents')}
          {siblings.map(({ id, full_name }, index) => (
            <Fragment key={id}>
              {index > 0 && t('ui.comma')}
              <RecordLink to={`/students/${id}/show`} name={full_name} />
            </Fragment>
          ))}
          {guardian.has_other_children && (
            <>
              {siblings.length > 0 && t('ui.comma')}
              {t('guardians.hasHiddenStudents')}
            </>
          )}
        </SecondaryText>
      )}
      {onOpen && guardian.rights.page && <GuardianLink guardian={guardian} onChange={onChange} />}
      {guardian.is_of_age && <Consent student={student} day={guardian.consent_on} />}
    </GuardianRow>
  );
}

function Consent({ student, day }: { student: StudentRow; day: string | null }) {
  const text = textForStudent(student);
  return (
    <SecondaryText>
      {day === null ? text('guardians.noConsent') : text('guardians.consentOn') + bothDatesText(day)}
    </SecondaryText>
  );
}
