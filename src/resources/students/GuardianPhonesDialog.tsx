import { Alert, Box, Button, Chip, Skeleton, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type GuardianPhonesCheck,
  type PhoneGroup,
  phoneSkips,
} from '../../../contract/families/guardianPhones';
import {
  type GuardianRelation,
  guardianRelationNames,
  guardianRelations,
} from '../../../contract/vocabulary';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { CheckField } from '../../ui/form/CheckField';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { Isolated } from '../../ui/page/Isolated';
import { detailMessage } from '../../ui/page/problemMessage';
import { RecordRows } from '../../ui/list/RecordRow';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';

interface GuardianPhonesDialogProps {
  ids: readonly number[];
  onDone: () => void;
  onClose: () => void;
}

/** Shows what will be stored for each guardian, and stores exactly this. */
export default function GuardianPhonesDialog({ ids, onDone, onClose }: GuardianPhonesDialogProps) {
  const { checkGuardianPhones, saveGuardianPhones } = useApi();
  const { notifyDone } = useNotices();
  const client = useQueryClient();
  const [relation, setRelation] = useState<GuardianRelation>('father');
  const [isCleared, setIsCleared] = useState(true);
  const choice = { student_row_ids: [...ids], relation, clear_phone: isCleared };
  const queryKey = ['guardianPhones', choice];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => checkGuardianPhones(choice),
    staleTime: 0,
    gcTime: 0,
  });
  const {
    mutate,
    isPending,
    error: refusal,
    reset,
  } = useMutation({
    mutationFn: ({ seen: hash }: GuardianPhonesCheck) => saveGuardianPhones({ ...choice, seen: hash }),
    onSuccess: (answer) => {
      onClose();
      onDone();
      notifyDone(answer.message, answer);
    },
    onError: (problem) => {
      const current = findCurrent(problem);
      if (current) client.setQueryData(queryKey, current);
    },
  });
  const problem =
    refusal &&
    (findCurrent(refusal) ? t('guardianPhones.stale') : detailMessage(refusal, t('guardianPhones.failed')));
  return (
    <SubmitDialog
      title={t('guardianPhones.title')}
      name={t('counted.students', { smart_count: ids.length })}
      problem={problem}
      submitLabel={t('guardianPhones.submit')}
      pendingLabel={t('guardianPhones.pending')}
      isPending={isPending}
      isReady={data !== undefined && data.groups.length > 0}
      hasCancel
      maxWidth="sm"
      onSubmit={() => data && mutate(data)}
      onClose={onClose}
    >
      <SecondaryText>{t('guardianPhones.text')}</SecondaryText>
      <ChoiceField
        label={t('guardianPhones.relation')}
        value={relation}
        choices={guardianRelations.map((key) => [key, guardianRelationNames[key]] as const)}
        onChange={(chosen) => {
          reset();
          setRelation(chosen ?? 'father');
        }}
      />
      <CheckField
        label={
          <>
            {t('guardianPhones.clear')}
            <SecondaryText variant="caption" component="span" sx={{ display: 'block' }}>
              {t('guardianPhones.clearHint')}
            </SecondaryText>
          </>
        }
        checked={isCleared}
        onChange={(checked) => {
          reset();
          setIsCleared(checked);
        }}
      />
      {error ? (
        <ErrorState title={t('guardianPhones.loadFailed')} error={error} onRetry={refetch} />
      ) : data ? (
        <Preview check={data} relation={relation} />
      ) : (
        <Skeleton variant="rounded" height={160} />
      )}
    </SubmitDialog>
  );
}

/** The server refuses a preview that has changed, and sends the new one. */
const findCurrent = (problem: unknown): GuardianPhonesCheck | null =>
  problem instanceof ApiProblem && problem.code === 'STALE'
    ? ((problem.body as { current?: GuardianPhonesCheck }).current ?? null)
    : null;

const groupsPerStep = 50;

interface PreviewProps {
  check: GuardianPhonesCheck;
  relation: GuardianRelation;
}

function Preview({ check: { groups, skipped }, relation }: PreviewProps) {
  const [shownCount, setShownCount] = useState(groupsPerStep);
  const students = groups.reduce((count, group) => count + group.students.length, 0);
  return (
    <>
      <Typography variant="h3">
        {groups.length === 0
          ? t('guardianPhones.groups', { smart_count: 0 })
          : t('guardianPhones.forStudents', {
              groups: t('guardianPhones.groups', { smart_count: groups.length }),
              students: t('counted.students', { smart_count: students }),
            })}
      </Typography>
      {groups.length > 0 && (
        <RecordRows sx={{ '& > li': { px: 1.5, py: 1 } }}>
          {groups.slice(0, shownCount).map((group) => (
            <GroupItem
              key={`${group.guardian_id}/${group.students[0]?.id}`}
              group={group}
              relation={relation}
            />
          ))}
        </RecordRows>
      )}
      {groups.length > shownCount && (
        <Button onClick={() => setShownCount(shownCount + groupsPerStep)}>
          {t('guardianPhones.showMore')}
        </Button>
      )}
      {skipped.length > 0 && (
        <Alert severity="info">
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {t('guardianPhones.skippedTitle')}
          </Typography>
          {phoneSkips.map((reason) => {
            const count = skipped.filter((student) => student.reason === reason).length;
            return (
              count > 0 && (
                <Typography key={reason} variant="body2">
                  {t('guardianPhones.skippedOf', {
                    reason: t(`guardianPhones.reasons.${reason}`),
                    count: t('counted.students', { smart_count: count }),
                  })}
                </Typography>
              )
            );
          })}
        </Alert>
      )}
    </>
  );
}

function GroupItem({ group, relation }: { group: PhoneGroup; relation: GuardianRelation }) {
  const { guardian_id, name, phone, students, children, has_others, has_link } = group;
  return (
    <Box component="li">
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
        <Typography component="bdi" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {name ?? guardianRelationNames[relation]}
        </Typography>
        <Isolated>{phone}</Isolated>
        <Chip
          size="small"
          variant="outlined"
          color={guardian_id === null ? 'primary' : 'default'}
          label={t(guardian_id === null ? 'guardianPhones.newGuardian' : 'guardianPhones.storedGuardian')}
        />
      </Box>
      {students.map(({ id, full_name, batch_name }) => (
        <Typography key={id} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{full_name}</bdi>
          {batch_name && (
            <SecondaryText component="span">
              {' · '}
              <bdi>{batch_name}</bdi>
            </SecondaryText>
          )}
        </Typography>
      ))}
      {children.length > 0 && (
        <SecondaryText variant="caption">
          {t('guardianPhones.storedChildren', { names: children.join(t('ui.comma')) })}
        </SecondaryText>
      )}
      {has_others && (
        <Typography variant="caption" sx={{ display: 'block', color: 'warning.main' }}>
          {t('guardianPhones.hasOthers')}
        </Typography>
      )}
      {has_link && (
        <Typography variant="caption" sx={{ display: 'block', color: 'warning.main' }}>
          {t('guardianPhones.hasLink')}
        </Typography>
      )}
    </Box>
  );
}
